/// The reason why a name can't be changed, as a sentence for the editor.
package struct RenameRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason.
    package let description: String

    init(_ description: String) { self.description = description }
}
