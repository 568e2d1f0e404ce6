import Foundation
import ImageGraph
import Pixels

/// The pixels that a pass needs for a region of its result when a device computes the region at once.
struct DeviceDemand {
    let division: DevicePass
    /// The region of the result.
    let region: PixelRect
    /// The planes that are packed from the region's codes; nil if the result goes elsewhere.
    let planes: PlanesPart?
    /// The pixels of each member, by member.
    let regions: [PixelRect]
    /// The pixels that the device reads of steps in memory, by step.
    let held: [Int: PixelRect]

    /// Determines the pixels.
    ///
    /// - Parameters:
    ///   - planes: The planes that are packed from the region's codes, if any.
    ///   - outlines: By step, a view with the bounds of the pixels in memory or on a device.
    /// - Throws: `RenderingError.regionFailed`, or the error of a rendering that was stopped.
    init(
        _ division: DevicePass, region: PixelRect, planes: PlanesPart? = nil, outlines: [PixelView?],
        meter: WorkMeter?
    ) throws {
        let (pass, steps) = (division.pass, division.steps)
        var regions = [PixelRect](repeating: .empty, count: pass.members.count)
        try pass.findRegions(&regions, for: region, steps, held: outlines, meter: meter)
        var held: [Int: PixelRect] = [:]
        for (index, member) in pass.members.enumerated() where !regions[index].isEmpty {
            let step = steps[member.step]
            try step.checkRegions()
            if division.roles[index] == .processor { continue }
            for (number, input) in member.inputs.enumerated() {
                guard case .held(let other) = input else { continue }
                let bounds = steps[other].bounds
                let part: PixelRect
                if member.isCopy {
                    part = regions[index].intersection(bounds)
                } else if step.callsRegionFunctionOnce, let whole = outlines[other]?.bounds {
                    // As in memory, where the kernel may read outside of its region of interest.
                    part = whole
                } else {
                    part = step.region(ofInput: number, for: regions[index], bounds: bounds)
                }
                held[other] = (held[other] ?? .empty).union(part)
            }
        }
        (self.division, self.region, self.planes) = (division, region, planes)
        (self.regions, self.held) = (regions, held)
    }

    /// The part of the destination that gets the result.
    var target: PixelRect { planes?.tile ?? region }

    /// The part of `region` that the writer computes; the rest is transparent.
    var written: PixelRect {
        let (dx, dy) = division.pass.writerOffset
        return regions[division.pass.writer].moved(dx: dx, dy: dy).intersection(region)
    }

    /// Steps of work that the device does.
    var work: Double {
        division.roles.indices.reduce(0) { sum, index in
            guard division.roles[index] == .device else { return sum }
            let step = division.steps[division.pass.members[index].step]
            return sum + Double(regions[index].area) * step.workPerPixel
        }
    }

    /// Returns how many bytes are copied because the device computes the region.
    ///
    /// - Parameters:
    ///   - isOnDevice: Whether the pixels of a step are on the device.
    ///   - isStored: Whether the result stays on the device.
    func copiedBytes(isStored: Bool, isOnDevice: (_ step: Int) -> Bool) -> Double {
        func bytes(_ area: PixelRect, _ format: PixelFormat) -> Double {
            Double(area.area) * Double(format.bytesPerPixel)
        }
        let result = planes.map { Double($0.byteCount) } ?? bytes(written, division.formats[division.pass.writer])
        var sum = isStored ? 0 : result
        for (step, part) in held where !isOnDevice(step) {
            sum += bytes(part, division.heldFormat(step))
        }
        for index in division.roles.indices where division.roles[index] == .processor {
            sum += bytes(regions[index], division.formats[index])
        }
        return sum
    }
}
