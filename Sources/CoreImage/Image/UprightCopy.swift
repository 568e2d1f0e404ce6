import Foundation
import Rendering

/// A copy of an image to be looked at: upright, its lower left corner at the origin, in whole pixels, and smaller where that is asked for.
struct UprightCopy {
    let image: CIImage
    let width: Int
    let height: Int
    /// Pixels of the copy for one of the image, along a side.
    let scale: Double
    /// The size of the upright image, in its own pixels.
    let fullSize: CGSize
    /// From the image's coordinates to the copy's, with y downwards from the upper left corner.
    let fromImage: CGAffineTransform

    /// - Parameter scale: The scale for an upright image of a size; 1 at most.
    /// - Throws: `RenderingError` where the image is infinite or empty.
    init(of image: CIImage, orientation: CGImagePropertyOrientation, scale: (CGSize) -> Double) throws {
        if image.extent.isInfinite { throw image.reasonForNoEdges }
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

    /// All of the copy.
    var bounds: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

    private static func pixels(_ length: CGFloat) -> Int { max(1, Int(length.rounded())) }
}
