import Pixels

/// The properties for which a kernel's code may be specialised. They stay the same from tile to tile, and when
/// arguments change.
public struct KernelLayout: Sendable, Hashable {
    /// One layout for each image parameter, in order.
    public var images: [ImageLayout]
    /// Format of the result.
    public var output: PixelFormat

    /// Creates a layout.
    public init(images: [ImageLayout], output: PixelFormat) { (self.images, self.output) = (images, output) }

    /// Creates a layout of float images with any transform, and a float result.
    public init(imageCount: Int) {
        self.init(images: Array(repeating: ImageLayout(), count: imageCount), output: .RGBAf)
    }
}
