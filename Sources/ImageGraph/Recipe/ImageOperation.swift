import Foundation
import Pixels

/// The computation of a node. All pixels between nodes are premultiplied RGBA floats in the context's working space.
package enum ImageOperation: Sendable {
    /// Pixels from a file, a bitmap or a provider, with the lower left corner at the origin. They are converted from
    /// the source's colour space to the working space when read, unless `colorManaged` is false.
    case source(any PixelSource, colorManaged: Bool)
    /// A source's values without conversion, for kernels that convert them: in the source's colour space, and with the
    /// source's own alpha convention. Only the optimiser creates this operation.
    case rawSource(any PixelSource)
    /// One colour everywhere. It is converted from its colour space when rendered.
    case constant(GraphColor)
    /// The part of the image inside the rectangle, whose edges are rounded to whole pixels.
    case crop(ImageNode, CGRect)
    /// The image inside the rectangle, with its edge pixels repeated outwards without end.
    case clamp(ImageNode, CGRect)
    /// The image under an affine transform.
    case transform(ImageNode, CGAffineTransform, Interpolation)
    /// A kernel applied to images and numbers.
    case kernel(KernelApplication)
    /// Colours multiplied by their alpha.
    case premultiply(ImageNode)
    /// Colours divided by their alpha; pixels with alpha 0 become 0.
    case unpremultiply(ImageNode)
    /// Colours converted from one space to another; nil means the working space.
    case convert(ImageNode, from: CGColorSpace?, to: CGColorSpace?)
    /// The result of a native operator: a convolution, reduction or processor.
    case native(any NativeOperator)
}
