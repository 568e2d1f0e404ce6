import Foundation

/// The reason why a text can't be drawn.
package enum TypesettingError: Error, Sendable, Hashable {
    /// The picture would exceed the limits of `TextPicture`. The size is in pixels.
    case tooLarge(width: Double, height: Double)
    /// The font would exceed the limit of `TextPicture`.
    case fontTooLarge(pixels: Double)
    /// Pango or cairo failed, with its text.
    case failed(String)
}

extension TypesettingError: LocalizedError, CustomStringConvertible {
    /// The problem and its remedy, as a clause.
    package var description: String {
        func text(_ pixels: Double) -> String { abs(pixels) < 1e15 ? "\(Int(pixels.rounded()))" : "\(pixels)" }
        return switch self {
        case .tooLarge(let width, let height):
            "the text would be \(text(width)) × \(text(height)) pixels, and \(TextPicture.longestSide) along a side or "
                + "\(TextPicture.maximumPixelCount) in all are the most; shorten it, or lower the font's size or inputScaleFactor"
        case .fontTooLarge(let pixels):
            "letters would be \(text(pixels)) pixels high, and \(Int(TextPicture.largestFont)) are the most; lower the font's size or "
                + "inputScaleFactor"
        case .failed(let reason): reason
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
