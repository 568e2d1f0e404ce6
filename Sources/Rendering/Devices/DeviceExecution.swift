import DeviceKernels
import Foundation
import ImageGraph
import Pixels

/// Computes passes on a device. Regions that don't fit into its memory are computed in bands.
struct DeviceExecution {
    let rendering: DeviceRendering
    /// Computes what the device can't.
    let executor: PassExecutor
    /// Gives up the intermediates that it keeps on the device where memory is short; nil if none are kept.
    let cache: IntermediateCache?

    var device: any KernelDevice { rendering.device }
    private var pixels: PixelPool { executor.pixels }

    /// Computes the demanded region of a result that stays on the device.
    ///
    /// - Throws: `DeviceFailure`, or the error of the rendering.
    func compute(_ demand: DeviceDemand, held: inout [HeldPixels?]) throws -> DeviceImage {
        try freeingMemory {
            // What is copied to the device counts only once the work has succeeded.
            var copied = held
            let (work, result) = try prepare(demand, &copied, into: nil)
            guard let result, demand.written.contains(demand.region) else {
                throw DeviceFailure(.unsupported, device: device.name, reason: "a part of the result is transparent")
            }
            try perform(work, of: demand)
            held = copied
            return result
        }
    }

    /// Computes a region of a pass's result into memory.
    ///
    /// - Throws: `DeviceFailure`, or the error of the rendering. The pixels are undefined then.
    func compute(_ demand: DeviceDemand, into output: PixelView, held: inout [HeldPixels?]) throws {
        try inBands(demand, held: &held) { try computeAtOnce($0, into: output, held: &$1) }
    }

    /// Computes a region with `compute`: at once, in bands that overlap in time, or in smaller ones.
    ///
    /// - Parameter overlaps: Whether bands may overlap in time.
    func inBands(
        _ demand: DeviceDemand, held: inout [HeldPixels?], overlaps: Bool = true,
        _ compute: @Sendable (DeviceDemand, _ held: inout [HeldPixels?]) throws -> Void
    ) throws {
        let bands = DeviceBands(demand, held, device)
        if overlaps, let parts = try bands.overlapping(meter: executor.control.meter) {
            do { return try overlapping(parts, held, compute) } catch let failure as DeviceFailure
                where failure.kind == .outOfMemory
            {
                // One after the other, they need less.
            }
        }
        do {
            try freeingMemory { try compute(demand, &held) }
        } catch let failure as DeviceFailure where failure.kind == .outOfMemory {
            guard let halves = try bands.halves(meter: executor.control.meter) else { throw failure }
            for half in halves { try inBands(half, held: &held, overlaps: overlaps, compute) }
        }
    }

    /// Computes a region of a pass's result into pixels on the device.
    ///
    /// - Throws: `DeviceFailure`, or the error of the rendering. The pixels are undefined then.
    func compute(_ demand: DeviceDemand, into target: DeviceImage, held: inout [HeldPixels?]) throws {
        // Nothing is copied from the device, so there is nothing to overlap with.
        try inBands(demand, held: &held, overlaps: false) { try computeAtOnce($0, into: target, held: &$1) }
    }

    /// Computes bands of a region, two at a time, so that one is copied while the other is computed.
    private func overlapping(
        _ bands: [DeviceDemand], _ held: [HeldPixels?],
        _ compute: @Sendable (DeviceDemand, _ held: inout [HeldPixels?]) throws -> Void
    ) throws {
        let queue = TileQueue(count: bands.count, control: executor.control)
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            WorkMeter.$current.withValue(executor.control.meter) {
                while let index = queue.next() {
                    var own = held
                    do {
                        try freeingMemory { try compute(bands[index], &own) }
                    } catch {
                        queue.fail(with: error, at: index)
                    }
                }
            }
        }
        if let failure = queue.failure { throw failure }
    }

    /// Calls `body`, again without the intermediates of earlier renderings if the device's memory doesn't suffice.
    private func freeingMemory<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let failure as DeviceFailure where failure.kind == .outOfMemory {
            guard let cache, cache.removeDeviceEntries() else { throw failure }
            return try body()
        }
    }

    private func computeAtOnce(_ demand: DeviceDemand, into output: PixelView, held: inout [HeldPixels?]) throws {
        let written = demand.written
        if written != demand.region { output.fillTransparent(demand.region) }
        var copied = held
        var (work, result) = try prepare(demand, &copied, into: nil)
        guard let result, !written.isEmpty else { return }
        let isConverted = output.format != result.pixels.format
        var target = output.window(written)
        if isConverted {
            let format = result.pixels.format
            target = try pixels.storage(byteCount: written.byteCount(in: format)).view(bounds: written, format: format)
        }
        work.downloads = [DeviceWork.Copy(target, result, written)]
        try perform(work, of: demand)
        held = copied
        if isConverted { executor.convert(target, written, to: output) }
    }

    private func computeAtOnce(
        _ demand: DeviceDemand, into target: DeviceImage, held: inout [HeldPixels?]
    ) throws {
        var copied = held
        var (work, result) = try prepare(demand, &copied, into: target)
        if demand.written != demand.region {
            work.runs.insert(try device.copy(nil, demand.region, to: target), at: 0)
        }
        // A result in other memory is that of an earlier pass, has another format, or more pixels.
        if let result, !demand.written.isEmpty, result.memory !== target.memory {
            work.runs.append(try device.copy(result, demand.written, to: target))
        }
        try perform(work, of: demand)
        held = copied
    }

    /// Does work, and records it.
    func perform(_ work: DeviceWork, of demand: DeviceDemand) throws {
        let control = executor.control
        do { try device.perform(work) } catch {
            control.recordStop(in: demand.division.steps[demand.division.pass.root].name)
            throw error
        }
        control.meter.spend(Int(min(demand.work, 1e18)))
        let computed = demand.division.roles.indices.reduce(0) {
            $0 + (demand.division.roles[$1] == .device ? demand.regions[$1].area : 0)
        }
        control.recordTile(of: demand.target.area, computing: computed)
    }

    // MARK: Preparation

    /// Computes what the processor must, and returns the work for the device, and where its result will be; nil if the
    /// result has no pixels.
    ///
    /// - Parameter target: Where to write the result, if it can be written there.
    func prepare(
        _ demand: DeviceDemand, _ held: inout [HeldPixels?], into target: DeviceImage?
    ) throws -> (work: DeviceWork, result: DeviceImage?) {
        let (division, regions) = (demand.division, demand.regions)
        var images = DeviceMemberImages(demand, on: device, target: target)
        var work = DeviceWork()
        for (step, part) in demand.held.sorted(by: { $0.key < $1.key }) where !part.isEmpty {
            if let copy = try upload(step, part, &held) { work.uploads.append(copy) }
        }
        let computed = try computeOnProcessor(demand, &held)
        for (index, member) in division.pass.members.enumerated() where !regions[index].isEmpty {
            switch division.roles[index] {
            case .alias: continue
            case .processor:
                guard let view = computed[index] else { continue }
                let image = try DeviceImage(bounds: view.bounds, format: division.formats[index], on: device)
                images.set(image, of: index)
                work.uploads.append(try upload(view, view.bounds, to: image))
            case .device:
                let output = try images.result(of: index)
                let inputs = member.inputs.map { images.image(of: $0, held) }
                let operation = division.steps[member.step].operation
                if member.isCopy {
                    if let input = inputs[0] { work.runs.append(try device.copy(input, regions[index], to: output)) }
                } else if let kernel = operation.kernel {
                    work.runs.append(try run(kernel, inputs, regions[index], output))
                } else if let composed = operation.kernelComposedOperator {
                    try append(composed, inputs, regions[index], output, to: &work)
                }
            }
        }
        let (dx, dy) = division.pass.writerOffset
        return (work, images.image(of: .member(division.pass.writer), held)?.moved(dx: dx, dy: dy))
    }

    /// Returns a copy of a part of a step's pixels to the device; nil if they are there.
    private func upload(_ step: Int, _ part: PixelRect, _ held: inout [HeldPixels?]) throws -> DeviceWork.Copy? {
        guard let pixels = held[step] else { return nil }
        let needed = part.intersection(pixels.bounds)
        if needed.isEmpty || pixels.image.map({ $0.pixels.bounds.contains(needed) }) == true { return nil }
        guard let view = pixels.view else { return nil }
        let image = try DeviceImage(
            bounds: needed, format: device.canRead(view.format) ? view.format : .RGBAf, on: device)
        held[step]?.image = image
        return try upload(view, needed, to: image)
    }

    /// Returns a copy to the device, of converted pixels if the image has another format.
    private func upload(_ view: PixelView, _ region: PixelRect, to image: DeviceImage) throws -> DeviceWork.Copy {
        let format = image.pixels.format
        if view.format == format { return DeviceWork.Copy(view, image, region) }
        let copy = try pixels.storage(byteCount: region.byteCount(in: format)).view(bounds: region, format: format)
        executor.convert(view, region, to: copy)
        return DeviceWork.Copy(copy, image, region)
    }

    /// Computes the members that the device reads and can't compute.
    private func computeOnProcessor(_ demand: DeviceDemand, _ held: inout [HeldPixels?]) throws -> [PixelView?] {
        let (division, regions) = (demand.division, demand.regions)
        let pass = division.pass
        var wanted: [Int: PixelRect] = [:]
        for index in pass.members.indices.reversed() where !regions[index].isEmpty {
            guard division.roles[index] == .processor || wanted[index] != nil else { continue }
            wanted[index] = regions[index]
            for case .member(let other) in pass.members[index].inputs where !regions[other].isEmpty {
                wanted[other] = regions[other]
            }
        }
        if wanted.isEmpty { return [PixelView?](repeating: nil, count: pass.members.count) }
        for index in wanted.keys {
            for case .held(let step) in pass.members[index].inputs {
                _ = try held[step]?.inMemory(from: device, pixels)
            }
        }
        return try executor.compute(wanted, of: pass, held: held.map { $0?.view })
    }
}

extension HeldPixels? {
    /// A view with the bounds of the pixels, which must not be accessed; nil if there are none.
    var outline: PixelView? { map { $0.view ?? .outline(of: $0.bounds) } }
}
