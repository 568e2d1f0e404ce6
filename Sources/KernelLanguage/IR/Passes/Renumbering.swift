/// Renumbers the registers and arrays that are used, without gaps, in the order of their use.
struct Renumbering {
    private var numbers: [Int?]
    private var order: [Int] = []
    private var arrayNumbers: [Int?]
    private var arrayOrder: [Int] = []

    static func run(_ program: inout Program) {
        var pass = Renumbering(program)
        program.prologue = program.prologue.map { pass.instruction($0) }
        program.body = pass.statements(program.body)
        program.outputs = program.outputs.map { pass.register($0) }
        let (registers, arrays) = (program.registers, program.arrays)
        program.registers = pass.order.map { registers[$0] }
        program.arrays = pass.arrayOrder.map { arrays[$0] }
    }

    private init(_ program: Program) {
        numbers = Array(repeating: nil, count: program.registers.count)
        arrayNumbers = Array(repeating: nil, count: program.arrays.count)
    }

    private mutating func register(_ register: Register) -> Register {
        if let known = numbers[register.index] { return Register(known) }
        numbers[register.index] = order.count
        order.append(register.index)
        return Register(order.count - 1)
    }

    private mutating func array(_ array: Int) -> Int {
        if let known = arrayNumbers[array] { return known }
        arrayNumbers[array] = arrayOrder.count
        arrayOrder.append(array)
        return arrayOrder.count - 1
    }

    private mutating func instruction(_ instruction: Instruction) -> Instruction {
        var instruction = instruction
        for index in instruction.operands.indices {
            instruction.operands[index] = register(instruction.operands[index])
        }
        for index in instruction.results.indices { instruction.results[index] = register(instruction.results[index]) }
        switch instruction.opcode {
        case .loadElement(let array): instruction.opcode = .loadElement(array: self.array(array))
        case .storeElement(let array): instruction.opcode = .storeElement(array: self.array(array))
        default: break
        }
        return instruction
    }

    private mutating func statements(_ list: [Statement]) -> [Statement] {
        list.map { statement in
            switch statement {
            case .compute(let instruction): .compute(self.instruction(instruction))
            case .branch(let condition, let then, let otherwise, let span):
                .branch(
                    condition: register(condition), then: statements(then), otherwise: statements(otherwise), span: span
                )
            case .block(let label, let body, let span): .block(label: label, body: statements(body), span: span)
            case .loop(let body, let span): .loop(body: statements(body), span: span)
            case .exit: statement
            }
        }
    }
}
