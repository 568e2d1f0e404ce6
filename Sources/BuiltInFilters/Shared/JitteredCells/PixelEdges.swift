import CoreImageEssentials
import Foundation

/// The pixels at an image's edges, for kernels that use the nearest pixel for places outside the image. Kernels clamp
/// places to these, so that only pixels of the image are read.
struct PixelEdges {
    private let box: CGRect

    /// Creates the edges of an image, which mustn't be empty.
    init(of image: CIImage) { box = image.extent.isInfinite ? image.extent : image.extent.integral }

    /// The lowest and the highest pixel centre, as x, y, x, y. For an infinite image they are so far away that floats
    /// can't tell pixels apart.
    var middles: CIVector {
        let far: CGFloat = 1e9
        return CIVector(
            x: max(box.minX, -far) + 0.5, y: max(box.minY, -far) + 0.5, z: min(box.maxX, far) - 0.5,
            w: min(box.maxY, far) - 0.5)
    }

    /// Returns the part of the image that contains the nearest pixel of every point of `rect`.
    func nearest(to rect: CGRect) -> CGRect {
        if rect.isNull || box.isInfinite { return rect }
        if rect.isInfinite { return box }
        let (left, right) = Self.clamped(rect.minX, rect.maxX, to: box.minX, box.maxX)
        let (bottom, top) = Self.clamped(rect.minY, rect.maxY, to: box.minY, box.maxY)
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }

    /// Returns an interval clamped to another one, at least a pixel wide.
    private static func clamped(_ low: CGFloat, _ high: CGFloat, to start: CGFloat, _ end: CGFloat) -> (
        CGFloat, CGFloat
    ) {
        let first = min(max(low.rounded(.down), start), end - 1)
        return (first, max(min(max(high.rounded(.up), start), end), first + 1))
    }
}
