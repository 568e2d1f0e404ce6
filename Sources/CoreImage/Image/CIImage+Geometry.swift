import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// The part of the image inside `rect`; the rectangle's edges are rounded outwards to whole pixels.
    public func cropped(to rect: CGRect) -> CIImage { replacing(node: node.cropped(to: rect)) }

    /// The image under an affine map of working space.
    ///
    /// Whole-pixel moves are exact. Otherwise pixels are read between pixels: bilinearly, or at the nearest one after
    /// `samplingNearest()`. The extent is the smallest rectangle around the mapped extent. A map that can't be inverted
    /// gives an image without pixels.
    public func transformed(by matrix: CGAffineTransform) -> CIImage {
        replacing(node: node.transformed(by: matrix, interpolation: interpolation))
    }

    /// The image under an affine map of working space; when the map makes the image smaller, `highQualityDownsample`
    /// averages all pixels that fall into one, which `transformed(by:)` does not.
    ///
    /// Averages are taken of premultiplied linear light. Edge pixels are averages of those pixels that there are.
    public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
        guard highQualityDownsample, let reduction = BoxReduction(of: node, under: matrix) else {
            return transformed(by: matrix)
        }
        let target = node.transformed(by: matrix).extent
        var reduced = ImageNode.native(reduction, extent: reduction.extent)
        // Repeated edge pixels keep the edges of an upright result from fading; a turned one needs its fading edges.
        if (matrix.b == 0 && matrix.c == 0) || (matrix.a == 0 && matrix.d == 0) {
            reduced = reduced.clamped(to: reduction.extent)
        }
        let rest = reduction.remainder(of: matrix)
        return replacing(node: reduced.transformed(by: rest, interpolation: interpolation).cropped(to: target))
    }

    /// The image with its edge pixels repeated outwards for ever: its extent is infinite.
    public func clampedToExtent() -> CIImage { clamped(to: extent) }

    /// The part inside `rect`, its edge pixels repeated outwards for ever.
    public func clamped(to rect: CGRect) -> CIImage { replacing(node: node.clamped(to: rect)) }
}
