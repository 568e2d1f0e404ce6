import KernelLanguage

/// An entry of a source's outline.
package struct DocumentSymbol: Sendable, Hashable {
    /// What the entry is.
    package enum Kind: Sendable, Hashable { case kernel, function, constant, variable, macro }

    /// The name.
    package let name: String
    /// The declaration as written.
    package let detail: String
    /// What it is.
    package let kind: Kind
    /// The whole declaration.
    package let span: SourceSpan
    /// The name's place, inside of `span`.
    package let nameSpan: SourceSpan
}
