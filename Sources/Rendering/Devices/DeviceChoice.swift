import Foundation
import ImageGraph
import Pixels

/// Whether a device computes a region of a pass's result.
enum DeviceChoice {
    /// The device does.
    case device(DeviceDemand)
    /// The processor does, for a reason.
    case processor(DeviceRefusal)

    /// Chooses.
    ///
    /// - Parameters:
    ///   - isStored: Whether the result is for later passes. It stays on the device then.
    ///   - planes: The planes that are packed from the region's codes, if any.
    ///   - outlines: By step, a view with the bounds of the pixels in memory or on the device.
    ///   - isOnDevice: Whether the pixels of a step are on the device.
    /// - Throws: `RenderingError.regionFailed`, or the error of a rendering that was stopped.
    init(
        _ pass: RenderPass, _ steps: [RenderStep], region: PixelRect, isStored: Bool, planes: PlanesPart? = nil,
        rendering: DeviceRendering, outlines: [PixelView?], meter: WorkMeter?, isOnDevice: (_ step: Int) -> Bool
    ) throws {
        let division: DevicePass
        let device = rendering.device
        do throws(DeviceRefusal) {
            division = try DevicePass(pass, steps, canRead: device.canRead) { device.supports($0) }
            for plane in planes?.planes ?? [] where !device.supports(plane.format) {
                throw DeviceRefusal("the device doesn't write \(plane.format.name)")
            }
        } catch {
            self = .processor(error)
            return
        }
        let demand = try DeviceDemand(division, region: region, planes: planes, outlines: outlines, meter: meter)
        if demand.written.isEmpty {
            self = .processor(DeviceRefusal("it has no pixels"))
            return
        }
        guard case .whereFaster(let speed) = rendering.use else {
            self = .device(demand)
            return
        }
        let bytes = demand.copiedBytes(isStored: isStored, isOnDevice: isOnDevice)
        let seconds = speed.seconds(work: demand.work, bytes: bytes)
        if seconds.device < seconds.processor {
            self = .device(demand)
        } else {
            let (device, processor) = (Self.text(seconds.device), Self.text(seconds.processor))
            self = .processor(DeviceRefusal("the device would take about \(device), the processor \(processor)"))
        }
    }

    private static func text(_ seconds: Double) -> String { String(format: "%.2g ms", seconds * 1000) }
}
