/// The reason why a source isn't formatted, as a sentence for the editor.
package struct FormattingRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason.
    package let description: String

    init(_ description: String) { self.description = description }
}
