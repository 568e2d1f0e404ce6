import KernelLanguage

extension FilterDescription {
    /// Compares a nonexecutable filter with its compiled kernel: as many inputs as parameters, in the same order, each
    /// of a class that suits the parameter, and images sampled only at the current pixel.
    ///
    /// - Parameter program: The filter's kernel, from `fit(of:in:)`.
    /// - Returns: Errors only. The filter may be registered only if there are none.
    package func check(against program: Program) -> [ImageUnitIssue] {
        var problems: [ImageUnitProblem] = []
        if program.kind == .warp {
            problems.append(.warpKernel(kernel: program.name, place: place(of: program.span, in: program.source)))
        }
        for span in program.freeSampling {
            problems.append(.freeSampling(kernel: program.name, place: place(of: span, in: program.source)))
        }
        if inputs.count != program.parameters.count {
            problems.append(
                .parameterCount(
                    kernel: program.name, parameters: program.parameters.map { "\($0.type.spelling) \($0.name)" },
                    inputs: inputs.map { "\($0.className) \($0.name)" }))
        }
        for (input, parameter) in zip(inputs, program.parameters)
        where !parameter.type.inputClasses.contains(input.className) {
            problems.append(
                .parameterType(
                    kernel: program.name, parameter: parameter.name, type: parameter.type.spelling, input: input.name,
                    inputClass: input.className, fitting: parameter.type.inputClasses.joined(separator: " or ")))
        }
        return problems.map { problem in
            let file: String? =
                switch problem {
                case .freeSampling, .warpKernel: nil  // The place in their message begins with the file.
                default: kernelFile
                }
            return ImageUnitIssue(severity: .error, scope: .filter(name), bundle: bundle, file: file, problem: problem)
        }
    }

    /// Returns `file:line:column`, counted from 1. Columns count characters.
    private func place(of span: SourceSpan, in source: KernelSource) -> String {
        let before = source.text.utf8.prefix(max(0, span.start))
        let line = source.firstLine + before.count { $0 == UInt8(ascii: "\n") }
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { before.index(after: $0) } ?? before.startIndex
        return "\(source.file):\(line):\(source.text[start..<before.endIndex].count + 1)"
    }
}

extension KernelParameterType {
    /// The classes of inputs that can supply an argument of this type, the usual one first.
    var inputClasses: [String] {
        switch self {
        case .float, .int, .bool: ["NSNumber"]
        case .vector(3), .vector(4): ["CIVector", "CIColor"]
        case .vector, .intVector, .boolVector, .matrix: ["CIVector"]
        case .color: ["CIColor"]
        case .sampler, .table, .sample: ["CIImage"]
        }
    }

    /// The type in the kernel language.
    var spelling: String {
        switch self {
        case .float: "float"
        case .int: "int"
        case .bool: "bool"
        case .vector(let count): "vec\(count)"
        case .intVector(let count): "ivec\(count)"
        case .boolVector(let count): "bvec\(count)"
        case .matrix(let count): "mat\(count)"
        case .color: "__color"
        case .sampler: "sampler"
        case .table: "__table"
        case .sample: "__sample"
        }
    }
}
