/// A proposal to complete the word at a place.
package struct Completion: Sendable, Hashable {
    /// What the proposed word is.
    package enum Kind: Sendable, Hashable, CaseIterable {
        case keyword, type, function, kernel, parameter, variable, constant, macro, member, directive
    }

    /// The word to insert.
    package let label: String
    /// What it is.
    package let kind: Kind
    /// The declaration or signature in one line, or empty.
    package let detail: String
    /// A description as Markdown, or empty.
    package let documentation: String

    init(_ label: String, _ kind: Kind, detail: String = "", documentation: String = "") {
        (self.label, self.kind, self.detail, self.documentation) = (label, kind, detail, documentation)
    }
}
