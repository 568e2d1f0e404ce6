import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// The part of the image inside `rect`; the rectangle's edges are rounded outwards to whole pixels.
    public func cropped(to rect: CGRect) -> CIImage {
        let part = rect.isInfinite ? rect : PixelRect(enclosing: rect).cgRect
        return replacing(node: ImageNode(.crop(node, part), extent: node.extent.intersection(part)))
    }

    /// The image under an affine map of working space; pixels between pixels are interpolated.
    public func transformed(by matrix: CGAffineTransform) -> CIImage {
        replacing(node: ImageNode(.transform(node, matrix, .linear), extent: node.extent.applying(matrix)))
    }

    /// The image with its edge pixels repeated outwards for ever: its extent is infinite.
    public func clampedToExtent() -> CIImage { clamped(to: extent) }

    /// The part inside `rect`, its edge pixels repeated outwards for ever.
    public func clamped(to rect: CGRect) -> CIImage {
        replacing(node: ImageNode(.clamp(node, rect), extent: node.extent.isNull ? .null : .infinite))
    }
}
