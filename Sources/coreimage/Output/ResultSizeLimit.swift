import CoreImage
import Foundation

/// Refuses results that are larger than anybody means, such as after a radius with too many zeros.
struct ResultSizeLimit {
    /// Pixels that a result may have unless more are allowed: writing them takes ten minutes.
    private static let mostPixels = 4_000_000_000

    /// What was allowed; nil where nothing was said.
    let allowed: PixelCount?

    /// - Throws: `Refusal` for an image of more pixels.
    func check(_ image: CIImage) throws {
        let (width, height) = (image.extent.width.rounded(.up), image.extent.height.rounded(.up))
        let limit = Double(allowed?.pixels ?? Self.mostPixels)
        guard width * height > limit else { return }
        let giga = String(format: "%.0f", (width * height / 1e9).rounded(.up))
        let most = limit < 1e9 ? String(format: "%.0f pixels", limit) : String(format: "%g gigapixels", limit / 1e9)
        throw Refusal(
            "the result has \(String(format: "%.0f × %.0f", width, height)) pixels, over the limit of \(most); "
                + "add --size WIDTHxHEIGHT or Crop, or allow them with --pixel-limit \(giga)G")
    }
}
