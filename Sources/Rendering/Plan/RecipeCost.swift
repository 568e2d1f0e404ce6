import Pixels

/// What rendering a part of an image takes at least.
///
/// Each step counts with the pixels of it that are needed, once, as one rectangle. Margins that tiles compute again, and loops that run more than
/// once, come on top: a recipe that is too costly by this figure is too costly.
struct RecipeCost: Sendable, Hashable {
    /// Steps of work: weights, instructions and comparisons, each for one pixel.
    let steps: Double
    /// The name of the steps that together take most of them.
    let costliest: String
    /// Their part of them, from 0 to 1.
    let share: Double

    /// - Parameters:
    ///   - steps: The recipe's steps.
    ///   - needed: The part of each that is needed.
    init(of steps: [PlanStep], needed: [PixelRect]) {
        var total = 0.0
        var works: [String: Double] = [:]
        for (step, part) in zip(steps, needed) {
            let work = Double(part.width) * Double(part.height) * step.stepsPerPixel
            total += work
            works[step.name, default: 0] += work
        }
        // Of equal ones the first by name, so that the text is the same every time.
        let most = works.max { ($0.value, $1.key) < ($1.value, $0.key) }
        (self.steps, costliest) = (total, most?.key ?? "")
        share = total > 0 ? (most?.value ?? 0) / total : 0
    }

    /// - Throws: `RenderingError.tooCostly` where it is more than `limit` steps.
    func check(within limit: Int) throws(RenderingError) {
        if steps > Double(limit) {
            throw .tooCostly(steps: steps, limit: limit, costliest: costliest, share: share)
        }
    }
}
