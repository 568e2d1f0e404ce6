/// What a processor function and its region function have in common: their unit, and the parameters beside the images.
struct FunctionTerms: Sendable {
    /// Arguments that every C compiler supports.
    static let mostParameters = 127

    let name: String
    let library: UnitLibrary
    let parameters: [FunctionParameter]

    /// The signature with parameters of its own before the common ones and after them.
    func signature(
        before: [ForeignSignature.Parameter], after: [ForeignSignature.Parameter] = []
    ) throws(UnitFunctionError) -> ForeignSignature {
        let all = before + parameters.map { .doubles($0.count) } + after
        guard all.count <= Self.mostParameters, let signature = ForeignSignature(all) else {
            throw .tooManyParameters(name, unit: library.unit, count: all.count, limit: Self.mostParameters)
        }
        return signature
    }

    /// The arguments' doubles, one after the other.
    func numbers(_ arguments: [FunctionArgument]) throws(UnitFunctionError) -> [Double] {
        guard arguments.map(\.parameter) == parameters else {
            throw .unsuitedArguments(
                name, unit: library.unit, expected: parameters.map(\.spelling),
                given: arguments.map { $0.parameter?.spelling ?? "a vector of \($0.components.count)" })
        }
        return arguments.flatMap(\.components)
    }

    /// The address of each argument among its doubles.
    func addresses(in numbers: UnsafeMutableBufferPointer<Double>) -> [UnsafeMutableRawPointer] {
        guard let start = numbers.baseAddress else { return [] }
        var offset = 0
        return parameters.map { parameter in
            defer { offset += parameter.count }
            return UnsafeMutableRawPointer(start + offset)
        }
    }
}
