import Foundation
import ImageGraph

extension CIImage {
    /// The image blurred by a Gaussian of standard deviation `sigma` pixels with its edge pixels repeated, so that its border doesn't fade; the extent is
    /// infinite. A sigma that isn't positive only repeats the edge pixels.
    func blurredWithin(sigma: Double) -> CIImage {
        let clamped = clampedToExtent()
        guard sigma > 0, !extent.isEmpty else { return clamped }
        // A blur twice as wide as the picture evens it out; wider ones would only look at more of its repeated edges.
        let widest = extent.isInfinite ? sigma : 2 * Double(max(extent.width, extent.height))
        return CIImage(node: clamped.node.gaussianBlurred(sigma: min(sigma, widest)))
    }
}
