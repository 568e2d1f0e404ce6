import KernelLanguage

/// Programs whose parameter blocks are tested.
enum TestPrograms {
    /// Returns the first kernel of a text that must compile.
    static func compiled(_ text: String) throws -> Program {
        let result = KernelCompiler.compile(KernelSource(text: text))
        guard let program = result.kernels.first else {
            throw KernelTextError(message: result.diagnostics.map(\.message).joined(separator: "; "))
        }
        return program
    }

    /// A program of two images, whose uniform inputs are listed by hand in the tests.
    ///
    /// The instructions are in the prologue, so that no pass changes their number.
    static func twoImages() throws -> Program {
        let source = KernelSource(text: "two images")
        let span = SourceSpan(start: 0, end: 0)
        let inputs: [Opcode] = [
            .argument(parameter: 1, component: 0), .argument(parameter: 2, component: 0),
            .argument(parameter: 3, component: 0), .argument(parameter: 4, component: 1),
            .samplerAttribute(image: 0, .width), .samplerAttribute(image: 1, .width),
            .argument(parameter: 1, component: 0), .samplerAttribute(image: 0, .tx),
        ]
        let types: [ScalarType] = [.float, .int, .bool, .float, .float, .float, .float, .float]
        let program = Program(
            name: "twoImages", kind: .general,
            parameters: [
                ("first", KernelParameterType.sampler), ("f", .float), ("i", .int), ("b", .bool), ("v", .vector(2)),
                ("second", .sampler),
            ].map { KernelParameter(name: $0.0, type: $0.1, span: span) },
            registers: types.map { RegisterInfo(type: $0, isUniform: true, isVariable: false) },
            prologue: inputs.enumerated().map { Instruction($1, [], to: [Register($0)], span: span) },
            body: [], outputs: [0, 3, 4, 5].map { Register($0) }, span: span, source: source)
        if let problem = ProgramValidator.problem(in: program) { throw KernelTextError(message: problem) }
        return program
    }
}

struct KernelTextError: Error { var message: String }
