/// Turns a branch around little pure code into straight-line code and `select`, which is cheaper than executing both
/// arms with masks.
struct BranchFlattening {
    private var registers: [RegisterInfo]

    /// Maximum number of instructions in both arms together.
    private static let largest = 24

    static func run(_ program: inout Program) {
        var pass = BranchFlattening(registers: program.registers)
        program.body = pass.statements(program.body)
        program.registers = pass.registers
    }

    private init(registers: [RegisterInfo]) { self.registers = registers }

    private mutating func statements(_ list: [Statement]) -> [Statement] {
        var result: [Statement] = []
        result.reserveCapacity(list.count)
        for statement in list {
            switch statement {
            case .compute, .exit: result.append(statement)
            case .block(let label, let body, let span):
                result.append(.block(label: label, body: statements(body), span: span))
            case .loop(let body, let span): result.append(.loop(body: statements(body), span: span))
            case .branch(let condition, let then, let otherwise, let span):
                let (first, second) = (statements(then), statements(otherwise))
                if let flat = flatten(condition, first, second, span) {
                    result += flat
                } else {
                    result.append(.branch(condition: condition, then: first, otherwise: second, span: span))
                }
            }
        }
        return result
    }

    /// One arm of a branch: its code without moves to variables, and the final values of those variables.
    private struct Arm {
        var code: [Statement] = []
        var finals: [(variable: Register, value: Register)] = []
    }

    private mutating func flatten(
        _ condition: Register, _ then: [Statement], _ otherwise: [Statement], _ span: SourceSpan
    ) -> [Statement]? {
        guard then.count + otherwise.count <= Self.largest, let first = arm(then), let second = arm(otherwise) else {
            return nil
        }
        let variables = (first.finals + second.finals).map(\.variable)
        // Both arms now run for every pixel, so neither may read a variable that either writes.
        let written = Set(variables)
        if written.contains(condition) { return nil }
        for case .compute(let instruction) in first.code + second.code
        where instruction.operands.contains(where: written.contains) {
            return nil
        }
        for final in first.finals + second.finals where written.contains(final.value) { return nil }
        var result = first.code + second.code
        var done: Set<Register> = []
        for variable in variables where done.insert(variable).inserted {
            let a = first.finals.last { $0.variable == variable }?.value ?? variable
            let b = second.finals.last { $0.variable == variable }?.value ?? variable
            let info = registers[variable.index]
            registers.append(RegisterInfo(type: info.type, isUniform: false, isVariable: false, name: info.name))
            let chosen = Register(registers.count - 1)
            result.append(.compute(Instruction(.select, [condition, a, b], to: [chosen], span: span)))
            result.append(.compute(Instruction(.move, [chosen], to: [variable], span: span)))
        }
        return result
    }

    private func arm(_ list: [Statement]) -> Arm? {
        var arm = Arm()
        for statement in list {
            guard case .compute(let instruction) = statement, instruction.opcode.isPure,
                instruction.opcode.isCheap
            else { return nil }
            if instruction.results.contains(where: { registers[$0.index].isVariable }) {
                guard instruction.opcode == .move else { return nil }
                arm.finals.append((instruction.results[0], instruction.operands[0]))
            } else {
                arm.code.append(statement)
            }
        }
        return arm
    }
}
