/// The reason why a text can't be drawn.
public enum TypesettingError: Error, Sendable, Hashable {
    /// The picture would exceed the limits of `TextPicture`. The size is in pixels.
    case tooLarge(width: Double, height: Double)
    /// The font would exceed the limit of `TextPicture`.
    case fontTooLarge(pixels: Double)
    /// Pango or cairo failed, with its text.
    case failed(String)
}
