import ImageGraph
import Pixels
import Synchronization

/// Pictures that don't fit into memory, made with kernels whose region functions are called once for everything that is rendered.
extension Renderer {
    /// Renders strips in bands of as many strips as memory allows, each with intermediates of its own.
    ///
    /// Such a region function may return less than its kernel reads, which shows at the edges of what it is called for: the fewer bands, the
    /// fewer edges.
    func render(
        _ graph: StageGraph, _ strips: [PixelRect], inBandsFor step: PlanStep, _ format: PixelFormat,
        _ job: RenderingJob, _ body: (PixelRect, (PixelView) throws -> Void) throws -> Void
    ) throws {
        reportBands(of: step)
        let region = strips.reduce(PixelRect.empty) { $0.union($1) }
        var (next, count) = (0, strips.count)
        while next < strips.count {
            let group = Array(strips[next..<min(next + count, strips.count)])
            let band = group.reduce(PixelRect.empty) { $0.union($1) }
            let plan = try? job.planner.plan(graph, region: band)
            guard let plan, plan.storedBytes <= job.memoryLimit / 2, plan.leastBytes <= job.memoryLimit else {
                if group.count == 1 {
                    // Not even a strip fits: it is halved until it does, or the error says what is too large.
                    try render(graph, region, group, format, job, body)
                    next += 1
                } else {
                    count = (group.count + 1) / 2
                }
                continue
            }
            let execution = execution(of: plan, keys: [:], job)
            let height = Double(region.height)
            job.control.beginPart(
                from: Double(region.maxY - band.maxY) / height, to: Double(region.maxY - band.y) / height,
                work: execution.work)
            try execution.run { held, executor in
                for strip in group {
                    try body(strip) { try compute(plan.finalStage, strip, into: $0, held: held, executor) }
                }
            }
            next += group.count
        }
    }

    /// Says, once for each kernel, that memory allows no more than bands.
    func reportBands(of step: PlanStep) {
        guard bandReports.isNew(step.name) else { return }
        configuration.report(
            "Kernel '\(step.kernelName)' is rendered in bands, as the picture doesn't fit into memory; its region function is called "
                + "once for each band. If it returns less than the kernel reads, the bands show: raise CIContextOption.memoryTarget, "
                + "or return all that is read.")
    }
}

/// The kernels whose bands were reported.
final class BandReports: Sendable {
    private let names = Mutex<Set<String>>([])

    func isNew(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }
}
