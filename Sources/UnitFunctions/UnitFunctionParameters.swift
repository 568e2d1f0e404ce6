/// The common properties of a processor function and its region function: the unit, and the parameters other than
/// images.
struct UnitFunctionParameters: Sendable {
    /// The number of arguments that every C compiler supports.
    static let maximumParameters = 127

    let name: String
    let library: UnitLibrary
    let parameters: [FunctionParameter]

    /// Returns the signature with additional parameters before and after the common ones.
    func signature(
        before: [ForeignSignature.Parameter], after: [ForeignSignature.Parameter] = []
    ) throws(UnitFunctionError) -> ForeignSignature {
        let all = before + parameters.map { .doubles($0.count) } + after
        guard all.count <= Self.maximumParameters, let signature = ForeignSignature(all) else {
            throw .tooManyParameters(name, unit: library.unit, count: all.count, limit: Self.maximumParameters)
        }
        return signature
    }

    /// Returns the components of all arguments, concatenated.
    func numbers(_ arguments: [FunctionArgument]) throws(UnitFunctionError) -> [Double] {
        guard arguments.map(\.parameter) == parameters else {
            throw .unsuitedArguments(
                name, unit: library.unit, expected: parameters.map(\.spelling),
                given: arguments.map { $0.parameter?.spelling ?? "a vector of \($0.components.count)" })
        }
        return arguments.flatMap(\.components)
    }

    /// Returns the address of each argument among its components.
    func addresses(in numbers: UnsafeMutableBufferPointer<Double>) -> [UnsafeMutableRawPointer] {
        guard let start = numbers.baseAddress else { return [] }
        var offset = 0
        return parameters.map { parameter in
            defer { offset += parameter.count }
            return UnsafeMutableRawPointer(start + offset)
        }
    }
}
