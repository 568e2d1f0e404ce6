import KernelLanguage

/// A word of a source with the colour class that editors give it.
package struct SemanticToken: Sendable, Hashable {
    /// The class, by its name in the Language Server Protocol.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case keyword, type, function, variable, parameter, macro, property, number, comment
    }

    /// Further properties, by their names in the Language Server Protocol.
    package enum Modifier: String, Sendable, Hashable, CaseIterable {
        case declaration, readonly, defaultLibrary
    }

    /// The word. It never contains the end of a line.
    package let span: SourceSpan
    /// The class.
    package let kind: Kind
    /// The properties.
    package let modifiers: Set<Modifier>
}
