import DeviceKernels
import Pixels

/// Where the results of a pass's members are on a device.
///
/// Members whose results aren't needed at the same time share memory, as they do in the scratch memory of tiles.
struct DeviceMemberImages {
    private let demand: DeviceDemand
    private let device: any KernelDevice
    /// By member.
    private var images: [DeviceImage?]
    /// The size in bytes of each scratch slot, and its memory once it is allocated.
    private var sizes: [Int: Int] = [:]
    private var slots: [Int: any DeviceMemory] = [:]
    /// The member whose result is that of the pass. It has memory of its own, because it may stay on the device.
    private let last: RenderPass.Input
    /// Where the pass's result goes if it is written nowhere else; nil for memory of its own.
    private let target: DeviceImage?

    init(_ demand: DeviceDemand, on device: any KernelDevice, target: DeviceImage?) {
        (self.demand, self.device, self.target) = (demand, device, target)
        let members = demand.division.pass.members
        images = Array(repeating: nil, count: members.count)
        last = demand.division.origin(of: .member(demand.division.pass.writer)).input
        for (index, member) in members.enumerated() where demand.division.roles[index] == .device {
            guard let slot = member.slot else { continue }
            let size = DeviceImage.byteCount(
                bounds: demand.regions[index], format: demand.division.formats[index])
            sizes[slot] = max(sizes[slot] ?? 0, size)
        }
    }

    /// Notes where the pixels of a member are.
    mutating func set(_ image: DeviceImage, of member: Int) { images[member] = image }

    /// Returns memory for the result of a member that the device computes.
    mutating func result(of index: Int) throws -> DeviceImage {
        let (bounds, format) = (demand.regions[index], demand.division.formats[index])
        let image: DeviceImage
        if last == .member(index), let target = target(for: bounds, format) {
            image = target
        } else if last != .member(index), let slot = demand.division.pass.members[index].slot, let size = sizes[slot] {
            let memory = try slots[slot] ?? device.memory(byteCount: size)
            slots[slot] = memory
            image = DeviceImage(bounds: bounds, format: format, in: memory)
        } else {
            image = try DeviceImage(bounds: bounds, format: format, on: device)
        }
        images[index] = image
        return image
    }

    /// Returns the target in the coordinates of the last member; nil if it has another format, or if the member has
    /// pixels that must not be written there.
    private func target(for bounds: PixelRect, _ format: PixelFormat) -> DeviceImage? {
        guard let target, target.pixels.format == format else { return nil }
        let pass = demand.division.pass
        let origin = demand.division.origin(of: .member(pass.writer))
        let (dx, dy) = (origin.dx + pass.writerOffset.dx, origin.dy + pass.writerOffset.dy)
        return demand.region.contains(bounds.moved(dx: dx, dy: dy)) ? target.moved(dx: -dx, dy: -dy) : nil
    }

    /// Returns the pixels that an input has; nil if it has none.
    func image(of input: RenderPass.Input, _ held: [HeldPixels?]) -> DeviceImage? {
        let origin = demand.division.origin(of: input)
        let image: DeviceImage? =
            switch origin.input {
            case .member(let index): images[index]
            case .held(let step): held[step]?.image
            }
        guard let moved = image?.moved(dx: origin.dx, dy: origin.dy) else { return nil }
        // An alias of a crop shows fewer pixels than there are in memory, where others may read them.
        return origin.aliases.isEmpty
            ? moved
            : moved.window(
                origin.aliases.reduce(moved.pixels.bounds) {
                    $0.intersection(demand.regions[$1.member].moved(dx: $1.dx, dy: $1.dy))
                })
    }
}
