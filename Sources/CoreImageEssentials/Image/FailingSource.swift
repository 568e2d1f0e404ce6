import Foundation
import ImageGraph
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

extension CIImage {
    /// Returns an image whose rendering throws `error`. Its extent is infinite, so that rendering any rectangle of it,
    /// or of an image made from it, throws the error.
    package static func failed(_ error: any Error) -> CIImage {
        CIImage(node: ImageNode.source(FailingSource(error), colorManaged: false).clamped(to: .infinite))
    }

    /// Returns an image with an extent whose rendering throws `error`.
    package static func failed(_ error: any Error, extent: CGRect) -> CIImage {
        CIImage(node: failed(error).node.cropped(to: extent))
    }

    /// The error to throw for rendering all of an infinite image: that of a failed image in its recipe, else
    /// `RenderingError.infiniteRegion`.
    var reasonForNoEdges: any Error {
        var seen: Set<ObjectIdentifier> = []
        var waiting = [node]
        while let next = waiting.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            if case .source(let source as FailingSource, _) = next.operation { return source.error }
            waiting += next.operation.inputs
        }
        return RenderingError.infiniteRegion
    }
}
