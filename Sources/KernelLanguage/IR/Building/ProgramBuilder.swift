/// Builds straight-line programs of the intermediate representation from expressions over `FloatValue`, `IntValue` and
/// `BoolValue`.
///
/// Equal constants share a register, instructions with constant operands are folded, and instructions that depend only
/// on arguments go to the prologue. Not thread-safe.
package final class ProgramBuilder {
    private(set) var registers: [RegisterInfo]
    private(set) var prologue: [Instruction] = []
    /// Instructions of the body since the last call of `takeInstructions`.
    private var instructions: [Instruction] = []
    private var parameters: [KernelParameter]
    /// The constant in each register, or nil.
    private var constants: [Constant?]
    /// Whether a register is written in the prologue.
    private var isHoisted: [Bool]
    private var known: [ConstantKey: Register] = [:]
    /// Whether new instructions outside the prologue have uniform results.
    var isUniform = false
    /// The source span of new instructions.
    var span: SourceSpan

    private struct ConstantKey: Hashable {
        var type: ScalarType
        var bits: UInt32
    }

    /// Creates a builder for an empty program.
    package init() {
        (registers, parameters, constants, isHoisted) = ([], [], [], [])
        span = SourceSpan(start: 0, end: 0)
    }

    /// Creates a builder with another program's registers and parameters, but without its instructions.
    init(continuing program: Program) {
        (registers, parameters, span) = (program.registers, program.parameters, program.span)
        constants = Array(repeating: nil, count: registers.count)
        isHoisted = Array(repeating: false, count: registers.count)
    }

    /// Adds a parameter. Returns its index, for `argument`.
    package func parameter(_ name: String, _ type: KernelParameterType) -> Int {
        parameters.append(KernelParameter(name: name, type: type, span: span))
        return parameters.count - 1
    }

    /// Returns a component of a float argument.
    package func argument(_ parameter: Int, component: Int = 0) -> FloatValue {
        FloatValue(emit(.argument(parameter: parameter, component: component), [], .float), self)
    }

    /// Returns the colour of image parameter number `image` at the current pixel: red, green, blue, alpha.
    package func sampleAtDestination(image: Int) -> [FloatValue] {
        let results = (0..<4).map { _ in register(.float, isUniform: false) }
        instructions.append(Instruction(.sampleAtDestination(image: image), [], to: results, span: span))
        return results.map { FloatValue($0, self) }
    }

    /// Returns a float constant.
    package func constant(_ value: Float) -> FloatValue { FloatValue(constant(.float(value)), self) }

    /// Returns an int constant.
    package func constant(_ value: Int32) -> IntValue { IntValue(constant(.int(value)), self) }

    /// Returns a bool constant.
    package func constant(_ value: Bool) -> BoolValue { BoolValue(constant(.bool(value)), self) }

    /// Returns the program that computes `outputs`: four floats, or two for a warp kernel.
    package func program(name: String, kind: KernelKind, outputs: [FloatValue], file: String) -> Program {
        var program = Program(
            name: name, kind: kind, parameters: parameters, registers: registers, prologue: prologue,
            body: takeInstructions().map { .compute($0) }, outputs: outputs.map(\.register), span: span,
            source: KernelSource(text: "", file: file))
        Self.tidy(&program)
        return program
    }

    /// Merges equal expressions and removes unused instructions and registers.
    static func tidy(_ program: inout Program) {
        CommonSubexpressions.run(&program)
        DeadCode.run(&program)
        Renumbering.run(&program)
    }

    // MARK: Instructions

    /// Emits an instruction with one result, unless it can be folded. Returns the register of the result.
    func emit(_ opcode: Opcode, _ operands: [Register], _ type: ScalarType) -> Register {
        let values = operands.map { constants[$0.index] }
        if let result = Constant.folding(opcode, values) { return constant(result) }
        if let same = ConstantFolding.sameAs(opcode, values, operands), !registers[same.index].isVariable {
            return same
        }
        switch opcode {
        case .andBool where values.contains(.bool(false)): return constant(.bool(false))
        case .orBool where values.contains(.bool(true)): return constant(.bool(true))
        default: break
        }
        let isEarly = !opcode.isVaryingSource && opcode.isPure && operands.allSatisfy { isHoisted[$0.index] }
        let result = register(type, isUniform: isEarly || isUniform)
        isHoisted[result.index] = isEarly
        append(Instruction(opcode, operands, to: [result], span: span), isEarly: isEarly)
        return result
    }

    private func constant(_ value: Constant) -> Register {
        let key = Self.key(value)
        if let register = known[key] { return register }
        let result = register(key.type, isUniform: true)
        keep(Instruction(value.opcode, [], to: [result], span: span), inPrologue: true)
        return result
    }

    private static func key(_ value: Constant) -> ConstantKey {
        switch value {
        case .float(let value): ConstantKey(type: .float, bits: value.bitPattern)
        case .int(let value): ConstantKey(type: .int, bits: UInt32(bitPattern: value))
        case .bool(let value): ConstantKey(type: .bool, bits: value ? 1 : 0)
        }
    }

    private func register(_ type: ScalarType, isUniform: Bool) -> Register {
        registers.append(RegisterInfo(type: type, isUniform: isUniform, isVariable: false))
        constants.append(nil)
        isHoisted.append(false)
        return Register(registers.count - 1)
    }

    private func append(_ instruction: Instruction, isEarly: Bool) {
        if isEarly { prologue.append(instruction) } else { instructions.append(instruction) }
    }

    /// Adds an instruction unchanged.
    func keep(_ instruction: Instruction, inPrologue: Bool) {
        append(instruction, isEarly: inPrologue)
        for result in instruction.results where !registers[result.index].isVariable {
            isHoisted[result.index] = inPrologue
            guard let constant = Constant(instruction.opcode) else { continue }
            constants[result.index] = constant
            if inPrologue { known[Self.key(constant)] = result }
        }
    }

    /// Returns the body's instructions since the last call.
    func takeInstructions() -> [Instruction] {
        defer { instructions = [] }
        return instructions
    }
}
