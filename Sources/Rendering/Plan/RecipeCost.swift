import Pixels

/// A lower bound of the cost of rendering a part of an image.
///
/// Each step counts its needed pixels once, as one rectangle. Margins that tiles compute again, and loops that run more
/// than once, are not counted. A recipe that exceeds a limit by this estimate therefore exceeds it in fact.
struct RecipeCost: Sendable, Hashable {
    /// The work: weights, instructions and comparisons, each for one pixel.
    let work: Double
    /// Name of the steps that together need the most work.
    let costliest: String
    /// The fraction of all work that these need, from 0 to 1.
    let share: Double

    /// - Parameters:
    ///   - steps: The steps of the recipe.
    ///   - needed: The region of each step that is needed.
    init(of steps: [RenderStep], needed: [PixelRect]) {
        var total = 0.0
        var workByName: [String: Double] = [:]
        for (step, part) in zip(steps, needed) {
            let work = Double(part.width) * Double(part.height) * step.workPerPixel
            total += work
            workByName[step.name, default: 0] += work
        }
        // Ties are resolved by name, so that the error message is deterministic.
        let largest = workByName.max { ($0.value, $1.key) < ($1.value, $0.key) }
        (work, costliest) = (total, largest?.key ?? "")
        share = total > 0 ? (largest?.value ?? 0) / total : 0
    }

    /// Checks the cost against a limit.
    ///
    /// - Throws: `RenderingError.tooCostly` if there is more work than `limit`.
    func check(within limit: Int) throws(RenderingError) {
        if work > Double(limit) {
            throw .tooCostly(steps: work, limit: limit, costliest: costliest, share: share)
        }
    }
}
