import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// Returns the part of the image inside `rect`, in working space. The rectangle's edges are rounded outwards to
    /// whole pixels.
    public func cropped(to rect: CGRect) -> CIImage { replacing(node: node.cropped(to: rect)) }

    /// Returns the image under an affine transform of working space.
    ///
    /// Translations by whole pixels are exact. Otherwise the image is interpolated bilinearly, or read at the nearest
    /// pixel after `samplingNearest()`. The extent is the smallest rectangle around the transformed extent. A transform
    /// that cannot be inverted gives an image without pixels.
    public func transformed(by matrix: CGAffineTransform) -> CIImage {
        replacing(node: node.transformed(by: matrix, interpolation: interpolation))
    }

    /// Returns the image under an affine transform of working space, with optional averaging when the transform reduces
    /// the image.
    ///
    /// - Parameters:
    ///   - matrix: The transform.
    ///   - highQualityDownsample: Whether each pixel of a reduced image averages all the pixels that fall into it,
    ///     which `transformed(by:)` does not do. Averages are taken of premultiplied colours in the working space. At
    ///     the edges only pixels inside the image are averaged.
    public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
        guard highQualityDownsample, let reduction = BoxReduction(of: node, under: matrix) else {
            return transformed(by: matrix)
        }
        let target = node.transformed(by: matrix).extent
        var reduced = ImageNode.native(reduction, extent: reduction.extent)
        // Repeated edge pixels keep the straight edges of an unrotated result from fading. A rotated result needs the
        // fading for smooth edges.
        if (matrix.b == 0 && matrix.c == 0) || (matrix.a == 0 && matrix.d == 0) {
            reduced = reduced.clamped(to: reduction.extent)
        }
        let rest = reduction.remainder(of: matrix)
        return replacing(node: reduced.transformed(by: rest, interpolation: interpolation).cropped(to: target))
    }

    /// Returns the image with its edge pixels repeated outwards without end. The extent is infinite.
    public func clampedToExtent() -> CIImage { clamped(to: extent) }

    /// Returns the part of the image inside `rect`, with its edge pixels repeated outwards without end. The extent is
    /// infinite.
    public func clamped(to rect: CGRect) -> CIImage { replacing(node: node.clamped(to: rect)) }
}
