import ImageGraph
import Pixels
import Synchronization

/// Renders images that exceed the memory limit and whose kernels have region functions that are called once per
/// rendering.
extension Renderer {
    /// Renders strips in bands. Each band covers as many strips as memory allows and computes its own intermediates.
    ///
    /// Such a region function may return less than its kernel reads. The missing pixels show at the edges of each area
    /// that the function is called for, so fewer bands give fewer visible edges.
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
                    // Not even a single strip fits. `render` halves it until it does, or throws an error that names the
                    // step.
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

    /// Reports, once for each kernel, that memory only allows rendering in bands.
    func reportBands(of step: PlanStep) {
        guard bandReports.isNew(step.name) else { return }
        configuration.report(
            "Kernel '\(step.kernelName)' is rendered in bands, as the picture doesn't fit into memory; its region function is called "
                + "once for each band. If it returns less than the kernel reads, the bands show: raise CIContextOption.memoryTarget, "
                + "or return all that is read.")
    }
}

/// The names of the kernel steps whose rendering in bands has been reported.
final class BandReports: Sendable {
    private let names = Mutex<Set<String>>([])

    func isNew(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }
}
