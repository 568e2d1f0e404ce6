import DeviceKernels
import Pixels

/// Divides what a pass needs into that of bands of its result.
struct DeviceBands {
    private let demand: DeviceDemand
    private let held: [HeldPixels?]
    private let device: any KernelDevice

    /// The fewest rows of a band.
    private static let fewestRows = 16
    /// The bytes that are copied for a band, so that its copies take longer than beginning a work.
    private static let bytesOfBand = 4 << 20
    private static let mostBands = 16
    /// The most pixels of all bands together, as a multiple of the region's. Bands compute their margins again.
    private static let mostWork = 1.1

    init(_ demand: DeviceDemand, _ held: [HeldPixels?], _ device: any KernelDevice) {
        (self.demand, self.held, self.device) = (demand, held, device)
    }

    /// Whether a region function is called once per rendering, so that its pass can't be divided.
    private var isWhole: Bool {
        demand.division.pass.members.contains { demand.division.steps[$0.step].callsRegionFunctionOnce }
    }

    /// Returns two halves; nil if the region can't be divided.
    func halves(meter: WorkMeter?) throws -> [DeviceDemand]? {
        guard demand.target.height >= 2 * Self.fewestRows, !isWhole else { return nil }
        return try parts(2, meter)
    }

    /// Returns bands of which one can be copied while another is computed; nil if that isn't worthwhile.
    func overlapping(meter: WorkMeter?) throws -> [DeviceDemand]? {
        guard device.overlapsCopies, !isWhole else { return nil }
        let bytes = demand.copiedBytes(isStored: false) { held[$0]?.image != nil }
        let count = min(
            Int(min(bytes, 1e15)) / Self.bytesOfBand, demand.target.height / Self.fewestRows, Self.mostBands)
        guard count >= 2 else { return nil }
        let parts = try parts(count, meter)
        let work = parts.reduce(0) { $0 + $1.work }
        return work <= Self.mostWork * demand.work ? parts : nil
    }

    /// Returns bands of about the same height, the top one first.
    private func parts(_ count: Int, _ meter: WorkMeter?) throws -> [DeviceDemand] {
        let target = demand.target
        let alignment = max(1, demand.planes?.destination.alignment ?? 1)
        let outlines = held.map(\.outline)
        func edge(_ index: Int) -> Int {
            let distance = index * target.height / count
            return target.maxY - (index == count ? distance : distance / alignment * alignment)
        }
        return try (0..<count).map { index in
            let band = PixelRect(
                x: target.x, y: edge(index + 1), width: target.width, height: edge(index) - edge(index + 1))
            let planes = demand.planes.map { PlanesPart($0.destination, band) }
            return try DeviceDemand(
                demand.division, region: planes?.area ?? band, planes: planes, outlines: outlines, meter: meter)
        }
    }
}
