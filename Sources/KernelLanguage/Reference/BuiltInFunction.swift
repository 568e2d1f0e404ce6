/// One signature of a built-in function.
package struct BuiltInFunction: Sendable, Hashable {
    /// A parameter.
    package struct Parameter: Sendable, Hashable {
        /// The type as in the reference, such as `genF`, with `out ` in front if the function writes it.
        package let type: String
        /// The name.
        package let name: String
    }

    /// The function's name.
    package let name: String
    /// The type of the result.
    package let returnType: String
    /// The parameters in order.
    package let parameters: [Parameter]

    /// The signature as in the reference, such as `genF mod(genF x, genF y)`.
    package var signature: String {
        "\(returnType) \(name)(\(parameters.map { "\($0.type) \($0.name)" }.joined(separator: ", ")))"
    }

    /// The signatures of all functions that a kernel may call, by name, in the order of the prelude.
    package static let all: [String: [BuiltInFunction]] = Prelude.functions
        .filter { !$0.key.hasPrefix("__") }
        .mapValues { $0.map(BuiltInFunction.init) }

    /// The names of these functions, sorted.
    package static let names = Prelude.names

    private init(_ syntax: FunctionSyntax) {
        name = syntax.name
        returnType = syntax.returnType.description
        parameters = syntax.parameters.map { parameter in
            let direction = parameter.direction == .in ? "" : "\(parameter.direction.rawValue) "
            return Parameter(type: direction + parameter.type.description, name: parameter.name)
        }
    }

    /// Returns one short description of the function with a name, or nil if there is no such function.
    ///
    /// The text is Markdown and refers to parameters by the names in the signatures.
    package static func summary(of name: String) -> String? { FunctionSummaries.text[name] }
}
