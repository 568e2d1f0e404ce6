import Pixels

/// The properties of an image that the code reading it may rely on.
package struct ImageLayout: Sendable, Hashable {
    /// Format of the image's pixels.
    package var format: PixelFormat
    /// Interpolation between pixel centres.
    package var interpolation: Interpolation
    /// The values read outside of the image.
    package var wrap: WrapMode
    /// Whether the binding's transform moves by whole pixels only, so that `sampleAtDestination` reads one pixel.
    package var isAligned: Bool

    /// Creates a layout.
    package init(
        format: PixelFormat = .RGBAf, interpolation: Interpolation = .linear, wrap: WrapMode = .transparent,
        isAligned: Bool = false
    ) {
        (self.format, self.interpolation, self.wrap, self.isAligned) = (format, interpolation, wrap, isAligned)
    }
}
