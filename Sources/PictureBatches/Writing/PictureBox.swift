import CoreImage
import Foundation

/// The target size of a scaled picture, in pixels as displayed.
package enum PictureBox: Sendable {
    /// Shrinks the picture to fit into the size, with unchanged proportions. Never enlarges it.
    case fit(PictureSize)
    /// Scales the picture to cover the size, and crops it around its centre.
    case fill(PictureSize)

    /// Returns the scaled image.
    ///
    /// - Parameter isTurned: Whether the picture is displayed rotated by 90°, so that its width and height are
    ///   exchanged.
    func image(of image: CIImage, isTurned: Bool) throws -> CIImage {
        let extent = image.extent
        guard !extent.isNull, !extent.isInfinite, extent.width > 0, extent.height > 0 else { return image }
        switch self {
        case .fit(let size):
            let box = Self.box(size, isTurned)
            let ratio = min(box.width / extent.width, box.height / extent.height)
            guard ratio < 1 else { return image }
            let (width, height) = (Self.pixels(extent.width * ratio), Self.pixels(extent.height * ratio))
            return try Self.scaled(image, across: width / extent.width, up: height / extent.height)
                .cropped(to: CGRect(x: 0, y: 0, width: width, height: height))
        case .fill(let size):
            let box = Self.box(size, isTurned)
            let ratio = max(box.width / extent.width, box.height / extent.height)
            let x = ((extent.width * ratio - box.width) / 2).rounded()
            let y = ((extent.height * ratio - box.height) / 2).rounded()
            return try Self.scaled(image, across: ratio, up: ratio)
                .cropped(to: CGRect(x: x, y: y, width: box.width, height: box.height))
        }
    }

    private static func box(_ size: PictureSize, _ isTurned: Bool) -> CGSize {
        isTurned ? CGSize(width: size.height, height: size.width) : CGSize(width: size.width, height: size.height)
    }

    private static func pixels(_ length: CGFloat) -> CGFloat { max(1, length.rounded()) }

    /// Returns the image, moved with its lower left corner to the origin and scaled. It is clamped at its edges, so
    /// that they don't fade.
    private static func scaled(_ image: CIImage, across: CGFloat, up: CGFloat) throws -> CIImage {
        let atOrigin = image.transformed(
            by: CGAffineTransform(translationX: -image.extent.minX, y: -image.extent.minY))
        if across == 1, up == 1 { return atOrigin }
        return try atOrigin.clampedToExtent().filtered(
            by: "CILanczosScaleTransform",
            parameters: [kCIInputScaleKey: up, kCIInputAspectRatioKey: across / up])
    }
}
