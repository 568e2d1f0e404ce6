import Foundation
import Pixels

/// An image as a kernel reads it while one region is computed.
public struct SamplerBinding: Sendable {
    /// The pixels of the image that the region needs. All others are transparent, or clamped to `extent`.
    public var pixels: PixelView
    /// The image's extent in working space, before the sampler's transform.
    public var extent: CGRect
    /// Transform from working space to the image's pixel space: the inverse of the sampler's transform, usually the
    /// identity.
    public var transform: CGAffineTransform
    /// Interpolation between pixel centres.
    public var interpolation: Interpolation
    /// The values read outside of `extent`.
    public var wrap: WrapMode

    /// Creates a binding.
    public init(
        pixels: PixelView, extent: CGRect, transform: CGAffineTransform = .identity,
        interpolation: Interpolation = .linear,
        wrap: WrapMode = .transparent
    ) {
        (self.pixels, self.extent, self.transform) = (pixels, extent, transform)
        (self.interpolation, self.wrap) = (interpolation, wrap)
    }

    /// Creates a binding of float pixels.
    public init(
        raster: Raster, extent: CGRect, transform: CGAffineTransform = .identity,
        interpolation: Interpolation = .linear,
        wrap: WrapMode = .transparent
    ) {
        self.init(
            pixels: raster.view, extent: extent, transform: transform, interpolation: interpolation, wrap: wrap)
    }
}
