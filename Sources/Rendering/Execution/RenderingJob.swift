import Pixels

/// One rendering and its limits.
struct RenderingJob {
    let control: RenderingControl
    /// The planner, which has the rendering's memory limit.
    let planner: Planner
    /// Limit for the duration; nil for none.
    let deadline: Duration?
    /// Limit for the steps of work; nil for none.
    let stepLimit: Int?

    /// Limit in bytes for the pixels that the rendering holds.
    var memoryLimit: Int { planner.memoryLimit }

    /// Calls `body` within the limits of time and steps.
    ///
    /// - Throws: The errors of `RenderingControl.perform`.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        try control.perform(deadline: deadline, steps: stepLimit, body)
    }

    /// Throws `RenderingError.tooCostly` if the rendering certainly needs more steps of work than its limit.
    func checkCost(of graph: StageGraph, region: PixelRect) throws {
        guard let stepLimit else { return }
        try planner.cost(graph, region: region).check(within: stepLimit)
    }
}
