import UntrustedInput

/// A mistake in key frames, with its place in the text.
package struct KeyFrameError: Error, Equatable, CustomStringConvertible {
    /// The text with the key frames, such as `radius=0@0s,30@2s`.
    package let text: String
    /// The number of the character at which the mistake is, from 1.
    package let position: Int
    /// The mistake and its remedy.
    package let reason: String

    /// The text with a mark below the mistake, and the mistake.
    package var description: String {
        let shown = printable(text, limit: 400)
        // A text that had to be shortened or cleaned has other places.
        guard shown == text else { return "\(shown), character \(position): \(reason)" }
        return "\(shown), character \(position): \(reason)\n  \(text)\n  "
            + String(repeating: " ", count: position - 1) + "^"
    }
}
