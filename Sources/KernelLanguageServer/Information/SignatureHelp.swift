/// The signatures of the function whose arguments are at a place.
package struct SignatureHelp: Sendable, Hashable {
    /// One signature.
    package struct Signature: Sendable, Hashable {
        /// The signature as text.
        package let label: String
        /// The parameters as they stand in the label.
        package let parameters: [String]
    }

    /// The signatures, at least one.
    package let signatures: [Signature]
    /// The index of the first signature that has the parameter.
    package let activeSignature: Int
    /// The index of the parameter at the place.
    package let activeParameter: Int
    /// A description as Markdown, or empty.
    package let documentation: String
}
