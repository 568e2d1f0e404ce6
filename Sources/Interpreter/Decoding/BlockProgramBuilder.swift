import KernelLanguage

/// Decodes a program. Flattens control flow into jumps and tokens, separates uniform values, and records the lifetime
/// of every value.
struct BlockProgramBuilder {
    /// The place of a value: slot number n if not negative (before slots are shared), or −1 − n for uniform value
    /// number n.
    typealias Place = Int32

    static let nestingLimit = 1000

    let program: Program
    let maskedWrites: MaskedWriteAnalysis
    let divergentLoops: DivergentLoops

    var prologue: [BlockInstruction] = []
    var body: [BlockInstruction] = []
    var inPrologue = true
    var places: [Place?]
    var lifetimes = Lifetimes()
    /// Virtual slots that must be zero when a block starts.
    var zeroed: [Place] = []

    var uniformCount = 0
    var constants: [UInt32: Place] = [:]
    var arguments: [[Int]: Place] = [:]
    var attributes: [AttributeKey: Place] = [:]
    var changedUniforms: Set<Int> = []
    var usesStates = false

    /// Number of varying branches and loops around the code that is being decoded.
    var varyingDepth = 0
    /// Number of branches and loops of any kind around the code that is being decoded.
    var conditionalDepth = 0
    /// Labels that some pixels may wait for at this point.
    var waiting: Set<Int> = []
    /// The labels of the blocks around the code that is being decoded.
    var labels: [Int: Label] = [:]
    /// For each level of nesting, the instructions that continue at the end of that branch arm, block or loop.
    var skips: [[Int]] = [[]]
    var nextToken: Int32 = 1
    var loopIndex = 0

    struct Label {
        var token: Int32
        var jumps: [Int] = []
        var isAwaited = false
    }

    struct AttributeKey: Hashable {
        var image: Int
        var attribute: SamplerAttribute
    }

    /// Whether some pixels may be inactive at this point.
    var isVarying: Bool { varyingDepth > 0 || !waiting.isEmpty }

    /// Whether every block of pixels executes the code at this point.
    var isCertain: Bool {
        conditionalDepth == 0 && waiting.isEmpty && labels.values.allSatisfy { $0.jumps.isEmpty }
    }

    init(_ program: Program) throws {
        self.program = program
        maskedWrites = try MaskedWriteAnalysis(program)
        divergentLoops = DivergentLoops(program)
        places = Array(repeating: nil, count: program.registers.count)
        for instruction in program.prologue { try decode(instruction) }
        inPrologue = false
        try decode(program.body)
        patch(skips.removeLast())
    }

    func invalid(_ reason: String) -> InterpreterError {
        .invalidProgram(kernel: program.name, file: program.source.file, reason: reason)
    }

    // MARK: Places

    mutating func uniformPlace() -> Place {
        uniformCount += 1
        return -Place(uniformCount)
    }

    mutating func constant(_ bits: UInt32) -> Place {
        if let place = constants[bits] { return place }
        let place = uniformPlace()
        constants[bits] = place
        return place
    }

    /// Returns the place from which a register is read. A variable that is read first gets a new, zeroed place.
    mutating func place(reading register: Register) throws -> Place {
        if let place = places[register.index] { return place }
        guard program.registers[register.index].isVariable else {
            throw invalid("register \(register.index) is read before it is written")
        }
        let place = assign(register)
        if place >= 0 { zeroed.append(place) }
        return place
    }

    /// Returns the place to which a register is written. The first mention of the register assigns a place.
    mutating func place(writing register: Register) -> Place {
        if let place = places[register.index] {
            if place < 0, !inPrologue { changedUniforms.insert(Int(-place) - 1) }
            return place
        }
        let place = assign(register)
        if place < 0 {
            if !inPrologue, program.registers[register.index].isVariable { changedUniforms.insert(Int(-place) - 1) }
        } else if maskedWrites.isMasked[register.index], !isCertain {
            zeroed.append(place)
        }
        return place
    }

    private mutating func assign(_ register: Register) -> Place {
        let info = program.registers[register.index]
        let place = info.isUniform ? uniformPlace() : lifetimes.add(isVariable: maskedWrites.isMasked[register.index])
        places[register.index] = place
        return place
    }

    // MARK: Emitting

    /// Appends an instruction and returns its index.
    @discardableResult
    mutating func emit(_ operation: BlockOperation, _ operands: [Place] = [], to results: [Place] = []) -> Int {
        var instruction = BlockInstruction(operation: operation)
        for (index, place) in operands.enumerated() {
            instruction.operands[index] = place
            if place < 0 { instruction.shape.insert(.uniformOperand(index)) }
        }
        for (index, place) in results.enumerated() { instruction.results[index] = place }
        instruction.operandCount = UInt8(operands.count)
        instruction.resultCount = UInt8(results.count)
        if let first = results.first, first < 0 { instruction.shape.insert(.uniformResult) }
        if inPrologue {
            prologue.append(instruction)
            return prologue.count - 1
        }
        body.append(instruction)
        for place in operands + results where place >= 0 { lifetimes.mention(place, at: body.count - 1) }
        return body.count - 1
    }

    /// Lets the given instructions continue at the instruction that is emitted next.
    mutating func patch(_ indices: [Int]) {
        for index in indices { body[index].target = Int32(body.count) }
    }
}
