extension Program {
    /// Returns an equal program with every transcendental function replaced by instructions whose results IEEE
    /// arithmetic defines exactly, so that all backends compute the same bits.
    ///
    /// The replacement is straight-line code without `fusedMultiplyAdd`. Code that depends only on uniform values stays
    /// uniform. `Opcode` states the accuracy. A program without transcendental functions is returned unchanged.
    ///
    /// - Parameter keepsVarying: Whether functions remain whose result isn't uniform. A back end that generates a
    ///   function of `transcendental(_:)` once, and calls it, needs less code.
    package func expandingTranscendentals(keepsVarying: Bool = false) -> Program {
        guard prologue.contains(where: \.opcode.isTranscendental) || Self.hasTranscendental(body) else { return self }
        return TranscendentalExpansion.expanded(self, keepsVarying: keepsVarying)
    }

    /// Returns the expansion of a transcendental function: a program whose operands are the first components of its
    /// image's colour, and which has four equal results.
    package static func transcendental(_ opcode: Opcode) -> Program {
        let builder = ProgramBuilder()
        let image = builder.parameter("operands", .sample)
        let operands = builder.sampleAtDestination(image: image)
        let result = TranscendentalExpansion.expansion(of: opcode, operands)
        return builder.program(
            name: opcode.traits.name, kind: .color, outputs: Array(repeating: result, count: 4),
            file: "<\(opcode.traits.name)>")
    }

    private static func hasTranscendental(_ statements: [Statement]) -> Bool {
        statements.contains { statement in
            switch statement {
            case .compute(let instruction): instruction.opcode.isTranscendental
            case .branch(_, let then, let otherwise, _): hasTranscendental(then) || hasTranscendental(otherwise)
            case .block(_, let body, _), .loop(let body, _): hasTranscendental(body)
            case .exit: false
            }
        }
    }
}

/// Copies a program and expands its transcendental functions.
private struct TranscendentalExpansion {
    private let program: Program
    private let builder: ProgramBuilder
    /// The register with the result of each replaced instruction, by the original result's index.
    private var replacements: [Register?]
    /// Whether functions remain whose result isn't uniform.
    private let keepsVarying: Bool

    static func expanded(_ program: Program, keepsVarying: Bool) -> Program {
        var pass = TranscendentalExpansion(program: program, keepsVarying: keepsVarying)
        var result = program
        for instruction in program.prologue { pass.compute(instruction, inPrologue: true) }
        result.body = pass.statements(program.body)
        result.prologue = pass.builder.prologue
        result.registers = pass.builder.registers
        result.outputs = program.outputs.map { pass.current($0) }
        ProgramBuilder.tidy(&result)
        return result
    }

    private init(program: Program, keepsVarying: Bool) {
        (self.program, self.keepsVarying) = (program, keepsVarying)
        builder = ProgramBuilder(continuing: program)
        replacements = Array(repeating: nil, count: program.registers.count)
    }

    private func current(_ register: Register) -> Register { replacements[register.index] ?? register }

    private mutating func statements(_ list: [Statement]) -> [Statement] {
        var result: [Statement] = []
        result.reserveCapacity(list.count)
        for statement in list {
            if case .compute(let instruction) = statement {
                compute(instruction, inPrologue: false)
                continue
            }
            result += builder.takeInstructions().map { .compute($0) }
            switch statement {
            case .branch(let condition, let then, let otherwise, let span):
                let (then, otherwise) = (statements(then), statements(otherwise))
                result.append(.branch(condition: current(condition), then: then, otherwise: otherwise, span: span))
            case .block(let label, let body, let span):
                result.append(.block(label: label, body: statements(body), span: span))
            case .loop(let body, let span): result.append(.loop(body: statements(body), span: span))
            case .compute, .exit: result.append(statement)
            }
        }
        return result + builder.takeInstructions().map { .compute($0) }
    }

    private mutating func compute(_ instruction: Instruction, inPrologue: Bool) {
        var instruction = instruction
        instruction.operands = instruction.operands.map(current)
        guard instruction.opcode.isTranscendental, let target = instruction.results.first,
            !keepsVarying || program.registers[target.index].isUniform
        else {
            builder.keep(instruction, inPrologue: inPrologue)
            return
        }
        builder.span = instruction.span
        builder.isUniform = program.registers[target.index].isUniform
        let operands = instruction.operands.map { FloatValue($0, builder) }
        // The result isn't a variable, since only `move` writes variables.
        replacements[target.index] = Self.expansion(of: instruction.opcode, operands).register
    }

    static func expansion(of opcode: Opcode, _ operands: [FloatValue]) -> FloatValue {
        let a = operands[0]
        return switch opcode {
        case .exp: Exponential.exp(a)
        case .exp2: Exponential.exp2(a)
        case .log: Logarithm.log(a)
        case .log2: Logarithm.log2(a)
        case .pow: Power.pow(a, operands[1])
        case .sin: Trigonometry.sin(a)
        case .cos: Trigonometry.cos(a)
        case .tan: Trigonometry.tan(a)
        case .asin: ArcFunction.asin(a)
        case .acos: ArcFunction.acos(a)
        case .atan: ArcFunction.atan(a)
        case .atan2: ArcFunction.atan2(a, operands[1])
        case .sinh: Hyperbolic.sinh(a)
        case .cosh: Hyperbolic.cosh(a)
        case .tanh: Hyperbolic.tanh(a)
        case .asinh: InverseHyperbolic.asinh(a)
        case .acosh: InverseHyperbolic.acosh(a)
        case .atanh: InverseHyperbolic.atanh(a)
        default: a
        }
    }
}
