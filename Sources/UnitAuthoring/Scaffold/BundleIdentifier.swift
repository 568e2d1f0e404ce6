/// A bundle identifier in reverse DNS: `org.example.WarmGlow`.
package struct BundleIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The identifier.
    package let text: String

    /// Checks an identifier: two or more words of ASCII letters, digits and hyphens, separated by full stops, at most
    /// 155 bytes.
    ///
    /// - Throws: `AuthoringError.invalidIdentifier`, which describes a valid one.
    package init(_ text: String) throws(AuthoringError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isSound = parts.allSatisfy { part in
            !part.isEmpty && part.first != "-" && part.last != "-"
                && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        }
        guard isSound, parts.count >= 2, text.utf8.count <= 155 else { throw .invalidIdentifier(text) }
        self.text = text
    }

    /// The identifier itself.
    package var description: String { text }
}
