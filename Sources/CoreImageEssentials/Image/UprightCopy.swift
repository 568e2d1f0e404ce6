import Foundation
import Rendering

/// A copy of an image for analysis: upright, with its lower left corner at the origin, a whole number of pixels in
/// size, and optionally reduced.
package struct UprightCopy {
    package let image: CIImage
    package let width: Int
    package let height: Int
    /// The number of the copy's pixels per pixel of the image, along a side.
    package let scale: Double
    /// The size of the upright image in its own pixels.
    package let fullSize: CGSize
    /// The transform from the image's coordinates to the copy's, whose y axis points downwards from the upper left
    /// corner.
    package let fromImage: CGAffineTransform

    /// Creates the copy.
    ///
    /// - Parameter scale: Returns the scale, at most 1, for the size of the upright image.
    /// - Throws: `RenderingError` for an infinite or empty image.
    package init(of image: CIImage, orientation: CGImagePropertyOrientation, scale: (CGSize) -> Double) throws {
        if image.extent.isInfinite { throw image.infiniteRegionError }
        if image.extent.isEmpty { throw RenderingError.emptyRegion(image.extent) }
        let turn = image.orientationTransform(for: orientation)
        let extent = image.extent.applying(turn)
        let ratio = scale(extent.size)
        (width, height) = (Self.pixels(extent.width * ratio), Self.pixels(extent.height * ratio))
        let (across, down) = (CGFloat(width) / extent.width, CGFloat(height) / extent.height)
        let toOrigin = turn.concatenating(CGAffineTransform(translationX: -extent.minX, y: -extent.minY))
        var copy = image.transformed(by: toOrigin)
        if ratio < 1 {
            let clamped = copy.clampedToExtent()
            copy = clamped.replacing(node: clamped.node.lanczosScaled(x: Double(across), y: Double(down)))
        }
        (self.image, self.scale, fullSize) = (copy, ratio, extent.size)
        fromImage = toOrigin.concatenating(CGAffineTransform(across, 0, 0, -down, 0, CGFloat(height)))
    }

    /// The extent of the copy.
    package var bounds: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

    private static func pixels(_ length: CGFloat) -> Int { max(1, Int(length.rounded())) }
}
