/// Checks the rules of the intermediate representation once, so that backends need not.
///
/// The rules:
/// - Registers, arrays, images and parameters exist.
/// - Operands and results have the types of `Opcode.signature`.
/// - A temporary is written once, by an instruction that dominates all reads.
/// - A variable is written only by `Opcode.move`.
/// - An exit names an enclosing block, and no label is used twice.
/// - The prologue is straight-line code and writes only uniform temporaries.
/// - The outputs are four floats, or two for a warp kernel.
package struct ProgramValidator {
    /// Returns a description of the first violation in `program`, or nil if it is valid.
    package static func problem(in program: Program) -> String? {
        var validator = ProgramValidator(program: program)
        do throws(Problem) {
            try validator.run()
            return nil
        } catch {
            return error.text
        }
    }

    private struct Problem: Error { var text: String }

    private let program: Program
    /// Whether each temporary has a value at the current statement.
    private var isDefined: [Bool]
    /// The temporaries with a value, in the order of their definitions.
    private var defined: [Int] = []
    private var isWritten: [Bool]
    private var labels: Set<Int> = []
    private var openLabels: Set<Int> = []

    private init(program: Program) {
        self.program = program
        isDefined = Array(repeating: false, count: program.registers.count)
        isWritten = isDefined
    }

    private mutating func run() throws(Problem) {
        for instruction in program.prologue {
            try check(instruction)
            for register in instruction.results where !program.registers[register.index].isUniform {
                throw Problem(text: "the prologue writes register \(register.index), which isn't uniform")
            }
            for register in instruction.operands + instruction.results
            where program.registers[register.index].isVariable {
                throw Problem(text: "the prologue uses variable \(register.index)")
            }
        }
        try check(program.body)
        guard program.outputs.count == (program.kind == .warp ? 2 : 4) else {
            throw Problem(text: "the program has \(program.outputs.count) outputs")
        }
        for output in program.outputs { try read(output, as: .float) }
    }

    private mutating func check(_ statements: [Statement]) throws(Problem) {
        for statement in statements {
            switch statement {
            case .compute(let instruction): try check(instruction)
            case .branch(let condition, let then, let otherwise, _):
                try read(condition, as: .bool)
                try checkInner(then)
                try checkInner(otherwise)
            case .block(let label, let body, _):
                guard labels.insert(label).inserted else { throw Problem(text: "label \(label) is used twice") }
                openLabels.insert(label)
                try checkInner(body)
                openLabels.remove(label)
            case .loop(let body, _): try checkInner(body)
            case .exit(let label, _):
                guard openLabels.contains(label) else {
                    throw Problem(text: "an exit names label \(label), which isn't around it")
                }
            }
        }
    }

    /// Checks an inner statement list. The temporaries that it defines may have no value after it.
    private mutating func checkInner(_ statements: [Statement]) throws(Problem) {
        let count = defined.count
        try check(statements)
        for index in defined[count...] { isDefined[index] = false }
        defined.removeSubrange(count...)
    }

    private mutating func check(_ instruction: Instruction) throws(Problem) {
        let traits = instruction.opcode.traits
        guard traits.operandCount == instruction.operands.count, traits.resultCount == instruction.results.count else {
            throw Problem(text: "\(traits.name) has the wrong number of operands or results")
        }
        let (operands, results) = try types(of: instruction)
        for (register, type) in zip(instruction.operands, operands) { try read(register, as: type) }
        for (register, type) in zip(instruction.results, results) {
            try write(register, as: type)
            guard instruction.opcode == .move || !program.registers[register.index].isVariable else {
                throw Problem(text: "\(traits.name) writes variable \(register.index), which only move may do")
            }
        }
    }

    private func types(of instruction: Instruction) throws(Problem) -> (operands: [ScalarType], results: [ScalarType]) {
        if let signature = instruction.opcode.signature {
            if let image = instruction.opcode.image, !(0..<program.samplerCount).contains(image) {
                throw Problem(text: "there is no image \(image)")
            }
            return signature
        }
        switch instruction.opcode {
        case .argument(let parameter, let component):
            guard program.parameters.indices.contains(parameter), component >= 0,
                component < program.parameters[parameter].type.componentCount
            else { throw Problem(text: "there is no argument \(parameter).\(component)") }
            return ([], [program.parameters[parameter].type.scalarType])
        case .move, .select:
            let result = instruction.results[0]
            guard program.registers.indices.contains(result.index) else {
                throw Problem(text: "there is no register \(result.index)")
            }
            let type = program.registers[result.index].type
            return (instruction.opcode == .move ? [type] : [.bool, type, type], [type])
        case .loadElement(let array), .storeElement(let array):
            guard program.arrays.indices.contains(array) else { throw Problem(text: "there is no array \(array)") }
            let type = program.arrays[array].type
            return instruction.opcode == .loadElement(array: array) ? ([.int], [type]) : ([.int, type], [])
        default: throw Problem(text: "the types of \(instruction.opcode.traits.name) are unknown")
        }
    }

    private func read(_ register: Register, as type: ScalarType) throws(Problem) {
        guard program.registers.indices.contains(register.index) else {
            throw Problem(text: "there is no register \(register.index)")
        }
        let info = program.registers[register.index]
        guard info.type == type else {
            throw Problem(text: "register \(register.index) is \(info.type.rawValue), and \(type.rawValue) is needed")
        }
        guard info.isVariable || isDefined[register.index] else {
            throw Problem(text: "temporary \(register.index) is read where it may have no value")
        }
    }

    private mutating func write(_ register: Register, as type: ScalarType) throws(Problem) {
        guard program.registers.indices.contains(register.index) else {
            throw Problem(text: "there is no register \(register.index)")
        }
        let info = program.registers[register.index]
        guard info.type == type else {
            throw Problem(text: "register \(register.index) is \(info.type.rawValue) and gets \(type.rawValue)")
        }
        if info.isVariable { return }
        guard !isWritten[register.index] else { throw Problem(text: "temporary \(register.index) is written twice") }
        isWritten[register.index] = true
        isDefined[register.index] = true
        defined.append(register.index)
    }
}
