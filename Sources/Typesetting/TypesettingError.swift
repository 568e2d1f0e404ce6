/// Why there is no picture of a text.
public enum TypesettingError: Error, Sendable, Hashable {
    /// The picture would have more pixels than `TextPicture` allows.
    case tooLarge(width: Double, height: Double)
    /// A font would have more pixels than `TextPicture` allows.
    case fontTooLarge(pixels: Double)
    /// Pango or cairo failed; in their words.
    case failed(String)
}
