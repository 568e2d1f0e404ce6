import KernelLanguage

/// A definition or prototype of a function in a source.
struct FunctionOutline: Sendable, Hashable {
    struct Parameter: Sendable, Hashable {
        /// The parameter as written, such as `__sample image`.
        var text: String
        var typeName: String
        var isArray: Bool
    }

    var name: String
    var nameSpan: SourceSpan
    var isKernel: Bool
    /// The result's type as written.
    var returnText: String
    var returnTypeName: String
    var parameters: [Parameter] = []
    /// From `(` to `)`, or to where it should be.
    var parameterSpan: SourceSpan
    /// From `{` to `}`. Nil for a prototype.
    var bodySpan: SourceSpan?
    /// From the first word to the end.
    var span: SourceSpan

    /// The function as written, without its body.
    var signature: String {
        "\(isKernel ? "kernel " : "")\(returnText) \(name)(\(parameters.map(\.text).joined(separator: ", ")))"
    }
}
