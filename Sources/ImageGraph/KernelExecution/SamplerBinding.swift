import Foundation
import Pixels

/// An image as a kernel reads it while one region is computed.
package struct SamplerBinding: Sendable {
    /// The pixels of the image that the region needs. All others are transparent, or clamped to `extent`.
    package var pixels: PixelView
    /// The image's extent in working space, before the sampler's transform.
    package var extent: CGRect
    /// Transform from working space to the image's pixel space: the inverse of the sampler's transform, usually the
    /// identity.
    package var transform: CGAffineTransform
    /// Interpolation between pixel centres.
    package var interpolation: Interpolation
    /// The values read outside of `extent`.
    package var wrap: WrapMode

    /// Creates a binding.
    package init(
        pixels: PixelView, extent: CGRect, transform: CGAffineTransform = .identity,
        interpolation: Interpolation = .linear,
        wrap: WrapMode = .transparent
    ) {
        (self.pixels, self.extent, self.transform) = (pixels, extent, transform)
        (self.interpolation, self.wrap) = (interpolation, wrap)
    }

    /// Creates a binding of float pixels.
    package init(
        raster: Raster, extent: CGRect, transform: CGAffineTransform = .identity,
        interpolation: Interpolation = .linear,
        wrap: WrapMode = .transparent
    ) {
        self.init(
            pixels: raster.view, extent: extent, transform: transform, interpolation: interpolation, wrap: wrap)
    }
}
