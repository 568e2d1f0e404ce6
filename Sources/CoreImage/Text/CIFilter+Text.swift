import Foundation
import Typesetting

/// Shared members of filters that draw text.
extension CIFilter {
    /// Returns the picture of the text, with its lower left corner at the origin. The image is empty if there is
    /// nothing to draw. Rendering it throws if it would be too large.
    ///
    /// - Parameters:
    ///   - scale: The number of pixels per point; NaN counts as 1.
    ///   - padding: The number of pixels on every side, clamped to 0…200.
    ///   - lengthKey: The key of the input that the error names if the text is too large.
    func textImage(of runs: [TextRun], scale: Float, padding: Float, lengthKey: String) -> CIImage {
        let scale = scale.isNaN ? 1 : Double(max(scale, 0))
        let padding = padding.isNaN ? 0 : Int(min(max(padding.rounded(), 0), 200))
        let runs = runs.filter { !$0.text.isEmpty && $0.typography.size > 0 }
        guard !runs.isEmpty, scale > 0 else { return .empty() }
        do {
            let source = try TextSource(runs, scale: scale, padding: padding)
            guard source.width > 0, source.height > 0 else { return .empty() }
            return CIImage(node: .source(source), origin: .init(colorSpace: source.colorSpace))
        } catch {
            return .failed(CIFilterError.badValue(filter: name, key: lengthKey, reason: Self.textReason(error)))
        }
    }

    private static func textReason(_ error: TypesettingError) -> String {
        func text(_ pixels: Double) -> String { abs(pixels) < 1e15 ? "\(Int(pixels.rounded()))" : "\(pixels)" }
        return switch error {
        case .tooLarge(let width, let height):
            "the text would be \(text(width)) × \(text(height)) pixels, and \(TextPicture.longestSide) along a side or "
                + "\(TextPicture.mostPixels) in all are the most; shorten it, or lower the font's size or inputScaleFactor"
        case .fontTooLarge(let pixels):
            "letters would be \(text(pixels)) pixels high, and \(Int(TextPicture.largestFont)) are the most; lower the font's size or "
                + "inputScaleFactor"
        case .failed(let reason): reason
        }
    }

}
