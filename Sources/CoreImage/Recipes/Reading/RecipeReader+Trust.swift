import Pixels
import Rendering

extension RecipeReader {
    /// The image that a recipe from somebody whom the host doesn't trust describes; rendering it is limited. Filters may take long to put their
    /// images together, so that reading ends at the deadline for such renderings too.
    ///
    /// - Throws: as `image(of:context:)` does; `RenderingError.deadlineExceeded`.
    static func untrustedImage(of recipe: ImageRecipe, context: any RecipeReadingContext) throws -> CIImage {
        // What is read while an image is rendered has the rendering's deadline.
        guard WorkMeter.current == nil else { return try image(of: recipe, context: context).untrusted }
        let meter = WorkMeter()
        meter.begin(deadline: UntrustedRendering.deadline, steps: nil)
        do {
            return try WorkMeter.$current.withValue(meter) { try image(of: recipe, context: context).untrusted }
        } catch is WorkMeter.Stopped {
            throw meter.reason == .cancelled
                ? CancellationError()
                : RenderingError.deadlineExceeded(
                    limit: UntrustedRendering.deadline, overrun: meter.overrun, step: "the recipe's images")
        }
    }
}
