import Foundation
import ImageGraph

extension CIImage {
    /// Returns the image blurred by a Gaussian with a standard deviation of `sigma` pixels. Edge pixels are repeated,
    /// so that the border doesn't fade. The extent is infinite. If `sigma` isn't positive, edge pixels are repeated
    /// without a blur.
    package func clampedAndBlurred(sigma: Double) -> CIImage {
        let clamped = clampedToExtent()
        guard sigma > 0, !extent.isEmpty else { return clamped }
        // A blur twice as wide as the picture makes it uniform. A wider one would only read more repeated edge pixels.
        let widest = extent.isInfinite ? sigma : 2 * Double(max(extent.width, extent.height))
        return clamped.mapNode { $0.gaussianBlurred(sigma: min(sigma, widest)) }
    }
}
