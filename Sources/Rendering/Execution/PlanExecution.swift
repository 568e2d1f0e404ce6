import DeviceKernels
import Dispatch
import Pixels

/// Runs a plan's passes in order, and frees every stored result after its last reader.
///
/// For use by one thread. Passes that a device computes leave their results there until the processor reads them. If
/// the device fails, the processor computes everything that is missing.
final class PlanExecution {
    private let plan: RenderPlan
    private let executor: PassExecutor
    /// Limit in bytes for the pixels that the rendering holds.
    private let memoryLimit: Int
    /// Keeps intermediates between renderings; nil if the configuration disables that.
    private let cache: IntermediateCache?
    /// Cache keys of the stored results, by step; empty when only a part of the image is rendered.
    private let keys: [Int: IntermediateCache.Key]
    /// Computes passes on a device; nil if there is none, or it has failed.
    private var device: DeviceExecution?
    private let report: @Sendable (String) -> Void
    /// The pixels that passes read, by step.
    private var held: [HeldPixels?] = []
    private let textures = TextureReading()

    init(
        _ plan: RenderPlan, executor: PassExecutor, memoryLimit: Int, cache: IntermediateCache?,
        keys: [Int: IntermediateCache.Key], device: DeviceExecution?, report: @escaping @Sendable (String) -> Void
    ) {
        (self.plan, self.executor, self.memoryLimit) = (plan, executor, memoryLimit)
        (self.cache, self.keys, self.device, self.report) = (cache, keys, device, report)
    }

    /// Computes the stored passes, then calls `body` to compute the final pass, as a whole or in parts.
    func run(_ body: (_ output: FinalPassExecution) throws -> Void) throws {
        try computeStoredPasses()
        try body(FinalPassExecution(execution: self))
    }

    // MARK: Stored passes

    private func computeStoredPasses() throws {
        do { try computeStoredPassesOnce() } catch let failure as DeviceFailure {
            // Results on the device are lost.
            abandonDevice(failure)
            try computeStoredPassesOnce()
        }
    }

    private func computeStoredPassesOnce() throws {
        let pixels = executor.pixels
        held = try plan.steps.map { step in
            switch step.operation {
            case .bitmap(let view): HeldPixels(view)
            case .texture(let source):
                try executor.control.recordingTextureStop {
                    try textures.pixels(of: source, device: device?.rendering.device, pixels)
                }
            default: nil
            }
        }
        pixels.freeIdleBuffers(for: plan.minimumBytes, within: memoryLimit)
        for (index, region) in plan.streamed {
            try executor.control.meter.checkTime()
            if case .streamed(let stream) = plan.steps[index].operation {
                held[index] = HeldPixels(try stream.read(region))
            }
        }
        let passes = takeCachedResults()
        var readers: [Int: Int] = [:]
        for planned in passes + [plan.finalPass] {
            for step in planned.pass.heldInputs { readers[step, default: 0] += 1 }
        }
        for planned in passes {
            let root = planned.pass.root
            let result = try computed(planned)
            held[root] = result
            if let cache, let key = keys[root] { cache.insert(result, for: key, isWanted: isIntermediate(root)) }
            for step in planned.pass.heldInputs {
                readers[step, default: 1] -= 1
                if readers[step] == 0 { held[step] = nil }
            }
        }
    }

    private func computed(_ planned: PlannedPass) throws -> HeldPixels {
        if let demand = try demand(planned, planned.region, isStored: true), let device {
            do {
                let image = try recording(planned, planned.region, by: device) {
                    try device.compute(demand, held: &held)
                }
                return HeldPixels(image, format: planned.pass.format)
            } catch let failure as DeviceFailure {
                note(failure)
            }
        }
        let views = try views(of: planned.pass.heldInputs)
        let pixels = executor.pixels
        pixels.freeIdleBuffers(for: planned.byteCount, within: memoryLimit)
        let output = try pixels.storage(byteCount: planned.byteCount)
            .view(bounds: planned.region, format: planned.pass.format)
        try executor.compute(planned, region: planned.region, into: output, held: views)
        return HeldPixels(output)
    }

    /// Takes cached results of earlier renderings, and returns the passes that still have to be computed.
    private func takeCachedResults() -> [PlannedPass] {
        guard let cache, !keys.isEmpty else { return plan.storedPasses }
        var wanted = plan.finalPass.pass.heldInputs
        var passes: [PlannedPass] = []
        for planned in plan.storedPasses.reversed() where wanted.contains(planned.pass.root) {
            if let key = keys[planned.pass.root],
                let known = cache.pixels(for: key, covering: planned.region, onDevice: device != nil)
            {
                held[planned.pass.root] = known
                executor.control.recordReuse()
            } else {
                passes.append(planned)
                wanted.formUnion(planned.pass.heldInputs)
            }
        }
        return passes.reversed()
    }

    private func isIntermediate(_ step: Int) -> Bool {
        if case .intermediate = plan.steps[step].operation { true } else { false }
    }

    // MARK: The final pass

    /// Computes a region of the final pass's result.
    func computeFinalPass(_ region: PixelRect, into output: PassOutput) throws {
        let planned = plan.finalPass
        if case .texture(let target) = output { return try computeFinalPass(region, into: target) }
        if case .pixels(let view) = output, let demand = try demand(planned, region, isStored: false), let device {
            do {
                return try recording(planned, region, by: device) {
                    try device.compute(demand, into: view, held: &held)
                }
            } catch let failure as DeviceFailure {
                note(failure)
            }
        }
        if case .tiles(let destination as any PackedDestination) = output,
            let demand = try demand(planned, region, isStored: false, PlanesPart(destination, region)), let device
        {
            do {
                return try recording(planned, region, by: device) { try device.computePlanes(demand, held: &held) }
            } catch let failure as DeviceFailure {
                note(failure)
            }
        }
        let views: [PixelView?]
        do { views = try self.views(of: planned.pass.heldInputs) } catch let failure as DeviceFailure {
            abandonDevice(failure)
            try computeStoredPassesOnce()
            views = try self.views(of: planned.pass.heldInputs)
        }
        try executor.compute(planned, region: region, into: output, held: views)
    }

    private func computeFinalPass(_ region: PixelRect, into target: TextureTarget) throws {
        let planned = plan.finalPass
        if let device, device.rendering.device === target.device,
            let demand = try demand(planned, region, isStored: true)
        {
            do {
                return try recording(planned, region, by: device) {
                    try device.compute(demand, into: target.image, held: &held)
                }
            } catch let failure as DeviceFailure {
                note(failure)
            }
        }
        let format = target.image.pixels.format
        let view = try pixels.storage(byteCount: region.byteCount(in: format)).view(bounds: region, format: format)
        try computeFinalPass(region, into: .pixels(view))
        var work = DeviceWork()
        work.uploads = [DeviceWork.Copy(view, target.image, region)]
        try target.device.perform(work)
    }

    /// Memory for pixels.
    var pixels: PixelPool { executor.pixels }

    // MARK: The device

    /// Returns what a pass needs on the device; nil if the processor computes the pass.
    private func demand(
        _ planned: PlannedPass, _ region: PixelRect, isStored: Bool, _ planes: PlanesPart? = nil
    ) throws -> DeviceDemand? {
        guard let device, device.rendering.state.loss == nil else { return nil }
        let choice = try DeviceChoice(
            planned.pass, plan.steps, region: planes?.area ?? region, isStored: isStored, planes: planes,
            rendering: device.rendering, outlines: held.map(\.outline), meter: executor.control.meter
        ) { held[$0]?.image != nil }
        if case .device(let demand) = choice { return demand }
        return nil
    }

    /// Returns the pixels of steps in memory.
    ///
    /// - Throws: `DeviceFailure` if pixels that are only on the device can't be copied from it.
    private func views(of steps: Set<Int>) throws -> [PixelView?] {
        if let device {
            for step in steps { _ = try held[step]?.inMemory(from: device.rendering.device, executor.pixels) }
        }
        return held.map { $0?.view }
    }

    /// Lets the processor do everything from now on.
    private func abandonDevice(_ failure: DeviceFailure) {
        note(failure)
        device = nil
        cache?.removeDeviceEntries()
    }

    private func note(_ failure: DeviceFailure) {
        guard let device, device.rendering.state.note(failure) else { return }
        report("The processor computes what the device can't. \(failure)")
    }

    private func recording<Result>(
        _ planned: PlannedPass, _ region: PixelRect, by device: DeviceExecution, _ body: () throws -> Result
    ) throws -> Result {
        let start = DispatchTime.now().uptimeNanoseconds
        let result = try body()
        executor.control.recordPass(
            name: plan.steps[planned.pass.root].name, bytes: region.byteCount(in: planned.pass.format),
            seconds: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9, device: device.rendering.device.name)
        return result
    }
}
