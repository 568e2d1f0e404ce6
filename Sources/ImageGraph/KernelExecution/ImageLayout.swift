import Pixels

/// The properties of an image that the code reading it may rely on.
public struct ImageLayout: Sendable, Hashable {
    /// Format of the image's pixels.
    public var format: PixelFormat
    /// Interpolation between pixel centres.
    public var interpolation: Interpolation
    /// The values read outside of the image.
    public var wrap: WrapMode
    /// Whether the binding's transform moves by whole pixels only, so that `sampleAtDestination` reads one pixel.
    public var isAligned: Bool

    /// Creates a layout.
    public init(
        format: PixelFormat = .RGBAf, interpolation: Interpolation = .linear, wrap: WrapMode = .transparent,
        isAligned: Bool = false
    ) {
        (self.format, self.interpolation, self.wrap, self.isAligned) = (format, interpolation, wrap, isAligned)
    }
}
