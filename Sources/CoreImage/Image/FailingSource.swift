import Foundation
import ImageGraph
import Pixels
import Rendering

/// Pixels that can't be had: whoever reads them gets the error.
final class FailingSource: PixelSource {
    let width: Int
    let height: Int
    let colorSpace: CGColorSpace? = nil
    let alphaState = AlphaState.premultiplied
    let error: any Error

    init(_ error: any Error, width: Int = 1, height: Int = 1) {
        (self.error, self.width, self.height) = (error, width, height)
    }

    func read(into raster: Raster) throws { throw RecipeFailure(error: error) }
}

/// A reason that was known when the recipe was built, on its way through the renderer to whoever renders.
package struct RecipeFailure: Error {
    package let error: any Error
}

extension CIImage {
    /// An image that can't be rendered: doing so throws `error`. Its extent is infinite, so that any rectangle of it,
    /// and of whatever is made from it, gives the error.
    static func failed(_ error: any Error) -> CIImage {
        CIImage(node: ImageNode.source(FailingSource(error), colorManaged: false).clamped(to: .infinite))
    }

    /// An image of this extent that can't be rendered: doing so throws `error`.
    static func failed(_ error: any Error, extent: CGRect) -> CIImage {
        CIImage(node: failed(error).node.cropped(to: extent))
    }

    /// Why an image without edges can't be rendered as a whole: because of what made one of its images fail, where one
    /// did.
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
