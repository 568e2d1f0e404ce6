import KernelLanguage

/// Visits a program once before it is decoded. Validates everything that decoding relies on, and finds the registers
/// whose writes must be masked.
struct MaskedWriteAnalysis {
    /// For each register, whether a write under varying control flow must not change inactive pixels. True for
    /// variables, and for temporaries that are read after the loop that writes them, because pixels leave a loop in
    /// different iterations.
    private(set) var isMasked: [Bool]

    private let program: Program
    private var definitionLoop: [Int?]
    private var openLoops: [Int] = []
    private var loopCount = 0

    init(_ program: Program) throws {
        self.program = program
        isMasked = program.registers.map(\.isVariable)
        definitionLoop = Array(repeating: nil, count: program.registers.count)
        for instruction in program.prologue { try visit(instruction) }
        try visit(program.body, depth: 0)
        for output in program.outputs { try visit(reading: output) }
        let expected = program.kind == .warp ? 2 : 4
        guard program.outputs.count == expected else {
            throw invalid("it has \(program.outputs.count) results instead of \(expected)")
        }
    }

    private func invalid(_ reason: String) -> InterpreterError {
        .invalidProgram(kernel: program.name, file: program.source.file, reason: reason)
    }

    private mutating func visit(_ statements: [Statement], depth: Int) throws {
        guard depth <= BlockProgramBuilder.nestingLimit else {
            throw InterpreterError.nestingTooDeep(
                kernel: program.name, file: program.source.file, limit: BlockProgramBuilder.nestingLimit)
        }
        for statement in statements {
            switch statement {
            case .compute(let instruction):
                try visit(instruction)
            case .branch(let condition, let then, let otherwise, _):
                try visit(reading: condition)
                try visit(then, depth: depth + 1)
                try visit(otherwise, depth: depth + 1)
            case .block(_, let body, _):
                try visit(body, depth: depth + 1)
            case .loop(let body, _):
                loopCount += 1
                openLoops.append(loopCount)
                try visit(body, depth: depth + 1)
                openLoops.removeLast()
            case .exit:
                return
            }
        }
    }

    private mutating func visit(reading register: Register) throws {
        guard program.registers.indices.contains(register.index) else {
            throw invalid("register \(register.index) does not exist")
        }
        if let loop = definitionLoop[register.index], !openLoops.contains(loop) { isMasked[register.index] = true }
    }

    private mutating func visit(_ instruction: Instruction) throws {
        let traits = instruction.opcode.traits
        guard instruction.operands.count == traits.operandCount, instruction.results.count == traits.resultCount else {
            throw invalid("\(traits.name) has a wrong number of operands or results")
        }
        try check(instruction.opcode)
        for operand in instruction.operands { try visit(reading: operand) }
        for result in instruction.results {
            guard program.registers.indices.contains(result.index) else {
                throw invalid("register \(result.index) does not exist")
            }
            if let loop = openLoops.last { definitionLoop[result.index] = loop }
        }
    }

    /// Checks the indices in an opcode.
    private func check(_ opcode: Opcode) throws {
        if case .argument(let parameter, let component) = opcode {
            guard program.parameters.indices.contains(parameter),
                (0..<program.parameters[parameter].type.componentCount).contains(component)
            else { throw invalid("argument \(parameter), component \(component), does not exist") }
        }
        if let image = opcode.image, !(0..<program.samplerCount).contains(image) {
            throw invalid("image \(image) does not exist")
        }
        if let array = opcode.array {
            guard program.arrays.indices.contains(array), program.arrays[array].count > 0 else {
                throw invalid("array \(array) does not exist or is empty")
            }
        }
        if opcode.isTranscendental { throw invalid("\(opcode) is not expanded") }
    }
}
