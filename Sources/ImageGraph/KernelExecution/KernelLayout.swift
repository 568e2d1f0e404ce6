import Pixels

/// The properties for which a kernel's code may be specialised. They stay the same from tile to tile, and when
/// arguments change.
package struct KernelLayout: Sendable, Hashable {
    /// One layout for each image parameter, in order.
    package var images: [ImageLayout]
    /// Format of the result.
    package var output: PixelFormat

    /// Creates a layout.
    package init(images: [ImageLayout], output: PixelFormat) { (self.images, self.output) = (images, output) }

    /// Creates a layout of float images with any transform, and a float result.
    package init(imageCount: Int) {
        self.init(images: Array(repeating: ImageLayout(), count: imageCount), output: .RGBAf)
    }
}
