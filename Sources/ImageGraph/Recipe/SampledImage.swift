import Foundation
import Pixels

/// An image bound to a kernel parameter, and how it is sampled.
package struct SampledImage: Sendable {
    /// The image.
    package var node: ImageNode
    /// The sampler's transform, from the image's space to working space.
    package var transform: CGAffineTransform
    /// Interpolation between pixel centres.
    package var interpolation: Interpolation
    /// The values read outside of the image.
    package var wrap: WrapMode
    /// Colour space in which the kernel reads the colours; nil means the working space.
    package var colorSpace: CGColorSpace?

    /// Creates a binding.
    package init(
        _ node: ImageNode, transform: CGAffineTransform = .identity, interpolation: Interpolation = .linear,
        wrap: WrapMode = .transparent, colorSpace: CGColorSpace? = nil
    ) {
        (self.node, self.transform, self.interpolation, self.wrap) = (node, transform, interpolation, wrap)
        self.colorSpace = colorSpace
    }
}
