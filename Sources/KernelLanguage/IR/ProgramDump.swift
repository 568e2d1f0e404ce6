import UntrustedInput

extension Program {
    /// The program as text: one instruction per line, uniform registers marked with `u`, variables with `%`,
    /// temporaries with `$`.
    package var dump: String {
        var dump = ProgramDump(program: self)
        return dump.text()
    }
}

/// Formats programs for people and for snapshot tests.
private struct ProgramDump {
    let program: Program
    private var lines: [String] = []
    private var indent = 0

    init(program: Program) { self.program = program }

    mutating func text() -> String {
        let parameters = program.parameters.map { "\(Self.spelling($0.type)) \($0.name)" }.joined(separator: ", ")
        line("\(program.kind.rawValue) kernel \(program.name)(\(parameters))")
        for (index, array) in program.arrays.enumerated() {
            line("array \(index): \(array.type.rawValue)[\(array.count)] \(array.name ?? "")")
        }
        if !program.prologue.isEmpty {
            line("once:")
            indent += 1
            for instruction in program.prologue { self.instruction(instruction) }
            indent -= 1
        }
        line("per pixel:")
        indent += 1
        statements(program.body)
        line("return \(program.outputs.map(register).joined(separator: ", "))")
        return lines.map { printable($0, limit: .max) }.joined(separator: "\n") + "\n"
    }

    private mutating func statements(_ statements: [Statement]) {
        for statement in statements {
            switch statement {
            case .compute(let instruction): self.instruction(instruction)
            case .branch(let condition, let then, let otherwise, _):
                line("if \(register(condition)) {")
                nested(then)
                if !otherwise.isEmpty {
                    line("} else {")
                    nested(otherwise)
                }
                line("}")
            case .block(let label, let body, _):
                line("block \(label) {")
                nested(body)
                line("}")
            case .loop(let body, _):
                line("loop {")
                nested(body)
                line("}")
            case .exit(let label, _): line("exit \(label)")
            }
        }
    }

    private mutating func nested(_ list: [Statement]) {
        indent += 1
        statements(list)
        indent -= 1
    }

    private mutating func instruction(_ instruction: Instruction) {
        let results = instruction.results.map(register).joined(separator: ", ")
        let operands = instruction.operands.map(register).joined(separator: ", ")
        let operation = operands.isEmpty ? "\(instruction.opcode)" : "\(instruction.opcode) \(operands)"
        line(results.isEmpty ? operation : "\(results) = \(operation)")
    }

    private func register(_ register: Register) -> String {
        guard program.registers.indices.contains(register.index) else { return "?\(register.index)" }
        let info = program.registers[register.index]
        let sigil = (info.isUniform ? "u" : "") + (info.isVariable ? "%" : "$")
        return "\(sigil)\(register.index)" + (info.name.map { ":\($0)" } ?? "")
    }

    private static func spelling(_ type: KernelParameterType) -> String {
        switch type {
        case .float: "float"
        case .int: "int"
        case .bool: "bool"
        case .vector(let size): "vec\(size)"
        case .intVector(let size): "ivec\(size)"
        case .boolVector(let size): "bvec\(size)"
        case .matrix(let size): "mat\(size)"
        case .color: "__color"
        case .sampler: "sampler"
        case .table: "__table sampler"
        case .sample: "__sample"
        }
    }

    private mutating func line(_ text: String) {
        lines.append(String(repeating: "  ", count: indent) + text)
    }
}
