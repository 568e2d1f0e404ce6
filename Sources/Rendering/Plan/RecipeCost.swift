import Pixels

/// What rendering a part of an image takes at least.
///
/// Each step counts with the pixels of it that are needed, once, as one rectangle. Margins that tiles compute again, and loops that run more than
/// once, come on top: a recipe that is too costly by this figure is too costly.
struct RecipeCost: Sendable, Hashable {
    /// Steps of work: weights, instructions and comparisons, each for one pixel.
    let steps: Double
    /// The step of the recipe that takes most of them.
    let costliest: String
    /// Its part of them, from 0 to 1.
    let share: Double

    /// - Parameters:
    ///   - steps: The recipe's steps.
    ///   - needed: The part of each that is needed.
    init(of steps: [PlanStep], needed: [PixelRect]) {
        var (total, most, costliest) = (0.0, 0.0, "")
        for (step, part) in zip(steps, needed) {
            let work = Double(part.width) * Double(part.height) * step.stepsPerPixel
            total += work
            if work > most { (most, costliest) = (work, step.name) }
        }
        (self.steps, self.costliest) = (total, costliest)
        share = total > 0 ? most / total : 0
    }

    /// - Throws: `RenderingError.tooCostly` where it is more than `limit` steps.
    func check(within limit: Int) throws(RenderingError) {
        if steps > Double(limit) {
            throw .tooCostly(steps: steps, limit: limit, costliest: costliest, share: share)
        }
    }
}
