import KernelLanguage

/// Runs a program for one pixel, statement by statement. It is the reference for the interpreter's control flow, masks
/// and memory sharing, and supports only the instructions that `RandomProgram` uses.
struct ScalarReference {
    let program: Program
    var numbers: [Int32]
    var arrays: [[Int32]]
    var steps = 0
    let x: Int32
    let y: Int32
    let arguments: [Int32]

    private enum Flow: Equatable {
        case next
        case exit(Int)
    }

    init(_ program: Program, x: Int, y: Int, arguments: [Int32]) {
        self.program = program
        (self.x, self.y, self.arguments) = (Int32(x), Int32(y), arguments)
        numbers = Array(repeating: 0, count: program.registers.count)
        arrays = program.arrays.map { Array(repeating: 0, count: $0.count) }
    }

    /// Runs the program and returns its outputs as integers.
    mutating func run() -> [Int32] {
        for instruction in program.prologue { compute(instruction) }
        _ = run(program.body)
        return program.outputs.map { numbers[$0.index] }
    }

    private mutating func run(_ statements: [Statement]) -> Flow {
        for statement in statements {
            let flow = run(statement)
            if flow != .next { return flow }
        }
        return .next
    }

    private mutating func run(_ statement: Statement) -> Flow {
        switch statement {
        case .compute(let instruction):
            compute(instruction)
            return .next
        case .branch(let condition, let then, let otherwise, _):
            return run(numbers[condition.index] != 0 ? then : otherwise)
        case .block(let label, let body, _):
            let flow = run(body)
            return flow == .exit(label) ? .next : flow
        case .loop(let body, _):
            while true {
                steps += 1
                let flow = run(body)
                if flow != .next { return flow }
            }
        case .exit(let label, _):
            return .exit(label)
        }
    }

    private mutating func compute(_ instruction: Instruction) {
        let a = instruction.operands.map { numbers[$0.index] }
        switch instruction.opcode {
        case .storeElement(let array):
            arrays[array][max(0, min(Int(a[0]), arrays[array].count - 1))] = a[1]
        case .loadElement(let array):
            numbers[instruction.results[0].index] = arrays[array][max(0, min(Int(a[0]), arrays[array].count - 1))]
        case .destCoord:
            (numbers[instruction.results[0].index], numbers[instruction.results[1].index]) = (x, y)
        default:
            numbers[instruction.results[0].index] = value(instruction.opcode, a)
        }
    }

    private func value(_ opcode: Opcode, _ a: [Int32]) -> Int32 {
        switch opcode {
        case .constantInt(let number): number
        case .argument(let parameter, _): arguments[parameter]
        case .addInt: a[0] &+ a[1]
        case .subtractInt: a[0] &- a[1]
        case .multiplyInt: a[0] &* a[1]
        case .andInt: a[0] & a[1]
        case .lessInt: a[0] < a[1] ? 1 : 0
        case .equalInt: a[0] == a[1] ? 1 : 0
        case .select: a[0] != 0 ? a[1] : a[2]
        // Programs convert coordinates and results from and to floats. All are whole numbers, so no conversion is
        // needed.
        case .move, .floatToInt, .intToFloat: a[0]
        default: preconditionFailure("the reference does not know \(opcode)")
        }
    }
}
