/// Replaces sampling at a point transformed from working space to sampler space by sampling in working space.
///
/// `sample(image, samplerTransform(image, point))` is the image at the point. Without the transform to sampler space,
/// nothing is rounded, a clamped image may be read by a clamping sampler, and backends can recognise neighbours of the
/// current pixel.
struct WorkingSpaceSampling {
    private let registers: [RegisterInfo]
    /// For each temporary, the instruction that computes it, and the time of that instruction.
    private var definitions: [(instruction: Instruction, time: Int)?]
    /// For each variable, the time of its last known write.
    private var lastWrite: [Int]
    private var time = 0

    static func run(_ program: inout Program) {
        var pass = WorkingSpaceSampling(program)
        for instruction in program.prologue { pass.note(instruction) }
        program.body = pass.statements(program.body)
    }

    private init(_ program: Program) {
        registers = program.registers
        definitions = Array(repeating: nil, count: registers.count)
        lastWrite = Array(repeating: 0, count: registers.count)
    }

    private mutating func note(_ instruction: Instruction) {
        time += 1
        for result in instruction.results {
            if registers[result.index].isVariable {
                lastWrite[result.index] = time
            } else {
                definitions[result.index] = (instruction, time)
            }
        }
    }

    private mutating func statements(_ list: [Statement]) -> [Statement] {
        list.map { statement in
            switch statement {
            case .compute(var instruction):
                if case .sample(let image) = instruction.opcode, let point = point(instruction.operands, of: image) {
                    instruction.opcode = .sampleAtPoint(image: image)
                    instruction.operands = point
                }
                note(instruction)
                return .compute(instruction)
            case .branch(let condition, let then, let otherwise, let span):
                return .branch(
                    condition: condition, then: statements(then), otherwise: statements(otherwise), span: span)
            case .block(let label, let body, let span):
                return .block(label: label, body: statements(body), span: span)
            case .loop(let body, let span):
                // The loop writes these variables, so expressions computed from them before it are no longer current.
                noteWrites(in: body)
                return .loop(body: statements(body), span: span)
            case .exit: return statement
            }
        }
    }

    private mutating func noteWrites(in list: [Statement]) {
        time += 1
        for statement in list {
            switch statement {
            case .compute(let instruction):
                for result in instruction.results where registers[result.index].isVariable {
                    lastWrite[result.index] = time
                }
            case .branch(_, let then, let otherwise, _):
                noteWrites(in: then)
                noteWrites(in: otherwise)
            case .block(_, let body, _), .loop(let body, _): noteWrites(in: body)
            case .exit: break
            }
        }
    }

    // MARK: Recognition

    /// Returns the working-space point whose sampler-space coordinates are in the two registers, or nil if they hold
    /// anything else.
    private func point(_ coordinates: [Register], of image: Int) -> [Register]? {
        guard let first = preimage(coordinates[0], of: image, .a, .c, .tx),
            let second = preimage(coordinates[1], of: image, .b, .d, .ty), first == second
        else { return nil }
        return first
    }

    /// Returns p and q if the register holds `u · p + v · q + t`, else nil.
    private func preimage(
        _ register: Register, of image: Int, _ u: SamplerAttribute, _ v: SamplerAttribute, _ t: SamplerAttribute
    ) -> [Register]? {
        guard let sum = operands(of: register, .addFloat), isAttribute(sum[1], t, of: image),
            let products = operands(of: sum[0], .addFloat),
            let first = factor(of: products[0], u, image), let second = factor(of: products[1], v, image)
        else { return nil }
        return [first, second]
    }

    private func factor(of product: Register, _ attribute: SamplerAttribute, _ image: Int) -> Register? {
        guard let factors = operands(of: product, .multiplyFloat), isAttribute(factors[0], attribute, of: image),
            let definition = definitions[product.index]
        else { return nil }
        let factor = factors[1]
        let isCurrent = !registers[factor.index].isVariable || lastWrite[factor.index] < definition.time
        return isCurrent ? factor : nil
    }

    private func operands(of register: Register, _ opcode: Opcode) -> [Register]? {
        guard let instruction = definitions[register.index]?.instruction, instruction.opcode == opcode else {
            return nil
        }
        return instruction.operands
    }

    private func isAttribute(_ register: Register, _ attribute: SamplerAttribute, of image: Int) -> Bool {
        definitions[register.index]?.instruction.opcode == .samplerAttribute(image: image, attribute)
    }
}
