import Pixels
import Rendering

/// A source without pixels: reading it throws the error.
package final class FailingSource: PixelSource {
    package let width: Int
    package let height: Int
    package let colorSpace: CGColorSpace? = nil
    package let alphaState = AlphaState.premultiplied
    package let error: any Error

    package init(_ error: any Error, width: Int = 1, height: Int = 1) {
        (self.error, self.width, self.height) = (error, width, height)
    }

    package func read(into raster: Raster) throws { throw RecipeFailure(error: error) }
}

/// Wraps an error that was known when the recipe was built, until rendering rethrows it.
package struct RecipeFailure: Error {
    package let error: any Error

    /// Calls `body`, which renders, and rethrows the error that a failed recipe was created with, instead of the error
    /// of its source.
    static func unwrapping(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch RenderingError.sourceFailed(_, let underlying as RecipeFailure) {
            throw underlying.error
        }
    }
}
