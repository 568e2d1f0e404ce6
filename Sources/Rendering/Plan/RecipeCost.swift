import Pixels

/// A lower bound of the cost of rendering a part of an image.
///
/// Each step counts its needed pixels once, as one rectangle. Margins that tiles compute again, and loops that run more
/// than once, are not counted. A recipe that exceeds a limit by this estimate therefore exceeds it in fact.
struct RecipeCost: Sendable, Hashable {
    /// Number of steps of work: weights, instructions and comparisons, each for one pixel.
    let steps: Double
    /// Name of the plan steps that together need the most work.
    let costliest: String
    /// The fraction of all work that these need, from 0 to 1.
    let share: Double

    /// - Parameters:
    ///   - steps: The plan steps of the recipe.
    ///   - needed: The region of each step that is needed.
    init(of steps: [PlanStep], needed: [PixelRect]) {
        var total = 0.0
        var works: [String: Double] = [:]
        for (step, part) in zip(steps, needed) {
            let work = Double(part.width) * Double(part.height) * step.stepsPerPixel
            total += work
            works[step.name, default: 0] += work
        }
        // Ties are resolved by name, so that the error message is deterministic.
        let most = works.max { ($0.value, $1.key) < ($1.value, $0.key) }
        (self.steps, costliest) = (total, most?.key ?? "")
        share = total > 0 ? (most?.value ?? 0) / total : 0
    }

    /// Checks the cost against a limit.
    ///
    /// - Throws: `RenderingError.tooCostly` if there are more than `limit` steps of work.
    func check(within limit: Int) throws(RenderingError) {
        if steps > Double(limit) {
            throw .tooCostly(steps: steps, limit: limit, costliest: costliest, share: share)
        }
    }
}
