import CoreImageEssentials
import Pixels
import Rendering

extension RecipeReader {
    /// Returns the image of an untrusted recipe, whose rendering is limited. Filters can take long to build their
    /// images, so that reading the recipe is limited by the same deadline.
    ///
    /// - Throws: The errors of `image(of:context:)`; `RenderingError.deadlineExceeded`.
    package static func untrustedImage(of recipe: ImageRecipe, context: any RecipeReadingContext) throws -> CIImage {
        // A recipe that is read during a rendering is limited by that rendering's deadline.
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
