import Pixels

/// One rendering with its limits.
struct RenderingJob {
    let control: RenderingControl
    /// Plans within the rendering's memory.
    let planner: Planner
    /// The longest that it may take; nil for as long as it takes.
    let deadline: Duration?
    /// The most steps; nil for any number.
    let stepLimit: Int?

    /// Bytes of pixels that it may hold.
    var memoryLimit: Int { planner.memoryLimit }

    /// Does the work within the limits of time and steps.
    ///
    /// - Throws: as `RenderingControl.perform` does.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        try control.perform(deadline: deadline, steps: stepLimit, body)
    }

    /// Refuses a rendering that certainly takes more steps than it may.
    func checkCost(of graph: StageGraph, region: PixelRect) throws {
        guard let stepLimit else { return }
        try planner.cost(graph, region: region).check(within: stepLimit)
    }
}
