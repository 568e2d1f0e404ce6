import CommandOutput
import CoreImage
import Foundation

/// Refuses results that are probably larger than intended, for example because of a mistyped radius.
package struct ResultSizeLimit {
    /// The default limit of pixels. Writing that many takes ten minutes.
    private static let mostPixels = 4_000_000_000

    /// The limit from the command line, or nil.
    let allowed: PixelCount?

    /// Creates a limit. Nil stands for the default.
    package init(allowed: PixelCount?) { self.allowed = allowed }

    /// Checks an image.
    ///
    /// - Throws: `Refusal`, with options of the command as remedies, if it has more pixels than allowed.
    package func check(_ image: CIImage) throws(Refusal) {
        guard let excess = excess(of: image) else { return }
        let (width, height) = Self.size(of: image)
        let giga = String(format: "%.0f", (width * height / 1e9).rounded(.up))
        throw Refusal("\(excess); add --size WIDTHxHEIGHT or Crop, or allow them with --pixel-limit \(giga)G")
    }

    /// Returns what is wrong with an image that has more pixels than allowed, or nil.
    package func excess(of image: CIImage) -> String? {
        let (width, height) = Self.size(of: image)
        let limit = Double(allowed?.pixels ?? Self.mostPixels)
        guard width * height > limit else { return nil }
        let most = limit < 1e9 ? String(format: "%.0f pixels", limit) : String(format: "%g gigapixels", limit / 1e9)
        return "the result has \(String(format: "%.0f × %.0f", width, height)) pixels, over the limit of \(most)"
    }

    private static func size(of image: CIImage) -> (width: CGFloat, height: CGFloat) {
        (image.extent.width.rounded(.up), image.extent.height.rounded(.up))
    }
}
