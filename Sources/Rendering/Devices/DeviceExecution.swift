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

    private var device: any KernelDevice { rendering.device }
    private var pixels: PixelPool { executor.pixels }

    /// The fewest rows of a band.
    private static let fewestRows = 16

    /// Computes the demanded region of a result that stays on the device.
    ///
    /// - Throws: `DeviceFailure`, or the error of the rendering.
    func compute(_ demand: DeviceDemand, held: inout [HeldPixels?]) throws -> DeviceImage {
        let (work, result) = try freeingMemory { try prepare(demand, &held) }
        guard let result, demand.written.contains(demand.region) else {
            throw DeviceFailure(.unsupported, device: device.name, reason: "a part of the result is transparent")
        }
        try perform(work, of: demand)
        return result
    }

    /// Computes a region of a pass's result into memory.
    ///
    /// - Throws: `DeviceFailure`, or the error of the rendering. The pixels are undefined then.
    func compute(_ demand: DeviceDemand, into output: PixelView, held: inout [HeldPixels?]) throws {
        do {
            try freeingMemory { try computeAtOnce(demand, into: output, held: &held) }
        } catch let failure as DeviceFailure where failure.kind == .outOfMemory {
            let (division, region) = (demand.division, demand.region)
            let callsOnce = division.pass.members.contains { division.steps[$0.step].callsRegionFunctionOnce }
            guard region.height >= 2 * Self.fewestRows, !callsOnce else { throw failure }
            let rows = region.height / 2
            let top = PixelRect(
                x: region.x, y: region.y + rows, width: region.width, height: region.height - rows)
            let bottom = PixelRect(x: region.x, y: region.y, width: region.width, height: rows)
            for band in [top, bottom] {
                let part = try DeviceDemand(
                    division, region: band, outlines: held.map(\.outline), meter: executor.control.meter)
                try compute(part, into: output, held: &held)
            }
        }
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
        var (work, result) = try prepare(demand, &held)
        guard let result, !written.isEmpty else { return }
        let isConverted = output.format != result.pixels.format
        var target = output.window(written)
        if isConverted {
            let format = result.pixels.format
            target = try pixels.storage(byteCount: written.byteCount(in: format)).view(bounds: written, format: format)
        }
        work.downloads = [DeviceWork.Copy(target, result, written)]
        try perform(work, of: demand)
        if isConverted { executor.convert(target, written, to: output) }
    }

    private func perform(_ work: DeviceWork, of demand: DeviceDemand) throws {
        let control = executor.control
        do { try device.perform(work) } catch {
            control.recordStop(in: demand.division.steps[demand.division.pass.root].name)
            throw error
        }
        control.meter.spend(Int(min(demand.work, 1e18)))
        let computed = demand.division.roles.indices.reduce(0) {
            $0 + (demand.division.roles[$1] == .device ? demand.regions[$1].area : 0)
        }
        control.recordTile(of: demand.region.area, computing: computed)
    }

    // MARK: Preparation

    /// Computes what the processor must, and returns the work for the device, and where its result will be; nil if the
    /// result has no pixels.
    private func prepare(
        _ demand: DeviceDemand, _ held: inout [HeldPixels?]
    ) throws -> (work: DeviceWork, result: DeviceImage?) {
        let (division, regions) = (demand.division, demand.regions)
        var images = DeviceMemberImages(demand, on: device)
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
                let image = try DeviceImage(bounds: view.bounds, format: .RGBAf, on: device)
                images.set(image, of: index)
                work.uploads.append(DeviceWork.Copy(try floats(view, view.bounds), image, view.bounds))
            case .device:
                guard let kernel = division.steps[member.step].operation.kernel else { continue }
                let output = try images.result(of: index)
                work.runs.append(try run(kernel, member, regions[index], output, images, held, division))
            }
        }
        let origin = division.origin(of: .member(division.pass.writer))
        let (dx, dy) = division.pass.writerOffset
        return (work, images.image(at: origin, held)?.moved(dx: dx, dy: dy))
    }

    private func run(
        _ bound: BoundKernel, _ member: RenderPass.Member, _ region: PixelRect, _ output: DeviceImage,
        _ images: DeviceMemberImages, _ held: [HeldPixels?], _ division: DevicePass
    ) throws -> DeviceRun {
        let formats = [PixelFormat](repeating: .RGBAf, count: bound.samplers.count)
        let kernel: any DeviceKernel
        do {
            kernel = try device.kernel(for: bound.program, layout: bound.layout(formats: formats, output: .RGBAf))
        } catch let failure as DeviceFailure {
            throw failure
        } catch {
            throw RenderingError.kernelFailed(kernel: bound.name, underlying: error)
        }
        var (bindings, pixels) = (bound.samplers, [DeviceImage?]())
        for number in bindings.indices {
            let image = member.inputs.indices.contains(number)
                ? images.image(at: division.origin(of: member.inputs[number]), held) : nil
            bindings[number].pixels = .outline(of: image?.pixels.bounds ?? .empty)
            pixels.append(image)
        }
        return DeviceRun(
            kernel, arguments: bound.arguments, images: bindings, pixels: pixels, region: region, output: output,
            stepBudget: rendering.stepBudget)
    }

    /// Returns a copy of a part of a step's pixels to the device; nil if they are there.
    private func upload(_ step: Int, _ part: PixelRect, _ held: inout [HeldPixels?]) throws -> DeviceWork.Copy? {
        guard let pixels = held[step] else { return nil }
        let needed = part.intersection(pixels.bounds)
        if needed.isEmpty || pixels.image.map({ $0.pixels.bounds.contains(needed) }) == true { return nil }
        guard let view = pixels.view else { return nil }
        let image = try DeviceImage(bounds: needed, format: .RGBAf, on: device)
        held[step]?.image = image
        return DeviceWork.Copy(try floats(view, needed), image, needed)
    }

    /// Returns pixels as floats, which are a copy if they have another format.
    private func floats(_ view: PixelView, _ region: PixelRect) throws -> PixelView {
        if view.format == .RGBAf { return view }
        let copy = try pixels.storage(byteCount: region.byteCount(in: .RGBAf)).view(bounds: region, format: .RGBAf)
        executor.convert(view, region, to: copy)
        return copy
    }

    /// Computes the members that the device reads and can't compute.
    private func computeOnProcessor(_ demand: DeviceDemand, _ held: inout [HeldPixels?]) throws -> [PixelView?] {
        let (division, regions) = (demand.division, demand.regions)
        let pass = division.pass
        var wanted: [Int: PixelRect] = [:]
        for index in pass.members.indices.reversed() where !regions[index].isEmpty {
            guard division.roles[index] == .processor || wanted[index] != nil else { continue }
            wanted[index] = regions[index]
            for case .member(let other) in pass.members[index].inputs { wanted[other] = regions[other] }
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
