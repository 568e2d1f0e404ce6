import KernelLanguage

/// Reorders the instructions of a program so that few of them wait for the one before.
///
/// A processor looks about a hundred instructions ahead for one whose operands are known. Programs compute colour
/// channels one after the other, and most instructions of a channel wait for the previous one. Only two or three such
/// chains fit into a hundred instructions, too few to keep the processor busy.
///
/// This is list scheduling: of the instructions whose operands are known, the next one is that with the longest chain
/// of instructions behind it. If too many values are kept at a time, it is one that needs its operands for the last
/// time.
struct InstructionOrder {
    private let program: Program
    /// Maximum number of values that are kept in registers.
    private let maximumLiveValues: Int
    /// For each register, the number of instructions in the whole program that read it, and of outputs.
    private var readers: [Int]
    /// Runs of more instructions keep their order, because finding another takes quadratic time.
    private static let maximumLength = 2000
    /// Shorter runs are within what a processor looks ahead.
    private static let minimumLength = 24

    /// Returns the program with its instructions in another order. The results are the same in every bit.
    static func reordered(_ program: Program, for processor: TargetProcessor) -> Program {
        var order = InstructionOrder(program, processor)
        var program = program
        program.body = order.reordered(program.body)
        return program
    }

    private init(_ program: Program, _ processor: TargetProcessor) {
        self.program = program
        maximumLiveValues = processor.instructions.valuesInRegisters
        readers = Array(repeating: 0, count: program.registers.count)
        program.forEachInstruction { for operand in $0.operands { readers[operand.index] += 1 } }
        for output in program.outputs { readers[output.index] += 1 }
    }

    private mutating func reordered(_ statements: [Statement]) -> [Statement] {
        var result: [Statement] = []
        var run: [Instruction] = []
        func flush(_ order: InstructionOrder) {
            result += order.scheduled(run).map { .compute($0) }
            run = []
        }
        for statement in statements {
            switch statement {
            case .compute(let instruction) where canMove(instruction): run.append(instruction)
            case .branch(let condition, let then, let otherwise, let span):
                flush(self)
                result.append(
                    .branch(condition: condition, then: reordered(then), otherwise: reordered(otherwise), span: span))
            case .block(let label, let body, let span):
                flush(self)
                result.append(.block(label: label, body: reordered(body), span: span))
            case .loop(let body, let span):
                flush(self)
                result.append(.loop(body: reordered(body), span: span))
            case .compute, .exit:
                flush(self)
                result.append(statement)
            }
        }
        flush(self)
        return result
    }

    /// Whether an instruction depends on its operands only, and is at most a few instructions of the processor.
    private func canMove(_ instruction: Instruction) -> Bool {
        switch instruction.opcode.traits.category {
        case .arithmetic, .constant, .input:
            instruction.results.count == 1 && !program.registers[instruction.results[0].index].isVariable
        case .position, .sampling, .transcendental, .array: false
        }
    }

    // MARK: Scheduling

    private func scheduled(_ run: [Instruction]) -> [Instruction] {
        guard (Self.minimumLength...Self.maximumLength).contains(run.count) else { return run }
        var state = State(run, readers: readers, holdsValue)
        var result: [Instruction] = []
        result.reserveCapacity(run.count)
        while let next = state.next(isFull: state.liveValues >= maximumLiveValues, holdsValue) {
            result.append(run[next])
            state.issue(next, holdsValue)
        }
        return result
    }

    /// Whether a register's value takes vector registers. Conditions have registers of their own.
    private func holdsValue(_ register: Register) -> Bool {
        let info = program.registers[register.index]
        return !info.isUniform && info.type != .bool
    }

    private struct State {
        private let run: [Instruction]
        /// The instructions that read each one's result.
        private let consumers: [[Int]]
        /// The number of operands that aren't computed yet.
        private var missing: [Int]
        /// The latency of the longest chain that begins with each instruction.
        private let height: [Int]
        /// The cycle at which the operands of each instruction are known.
        private var readyAt: [Int]
        private var ready: [Int]
        private var cycle = 0
        /// The number of readers that each register still has.
        private var remaining: [Int]
        private(set) var liveValues: Int

        init(_ run: [Instruction], readers: [Int], _ holdsValue: (Register) -> Bool) {
            self.run = run
            var consumers = [[Int]](repeating: [], count: run.count)
            var missing = [Int](repeating: 0, count: run.count)
            var height = run.map { $0.opcode.latency }
            readyAt = Array(repeating: 0, count: run.count)
            remaining = readers
            var producer: [Register: Int] = [:]
            for (index, instruction) in run.enumerated() {
                for operand in Set(instruction.operands) {
                    guard let source = producer[operand] else { continue }
                    consumers[source].append(index)
                    missing[index] += 1
                }
                producer[instruction.results[0]] = index
            }
            let known = Set(run.flatMap(\.operands)).filter { producer[$0] == nil && holdsValue($0) }
            liveValues = known.count
            for index in run.indices.reversed() {
                height[index] += consumers[index].map { height[$0] }.max() ?? 0
            }
            ready = run.indices.filter { missing[$0] == 0 }
            (self.consumers, self.missing, self.height) = (consumers, missing, height)
        }

        /// Returns the instruction to compute next, or nil if there is none.
        func next(isFull: Bool, _ holdsValue: (Register) -> Bool) -> Int? {
            if isFull, let freeing = best(of: ready.filter { change(by: $0, holdsValue) < 0 }) { return freeing }
            if isFull, let neutral = best(of: ready.filter { change(by: $0, holdsValue) == 0 }) { return neutral }
            return isFull ? ready.min() : best(of: ready)
        }

        /// Returns the instruction with the longest chain behind it of those whose operands are known first.
        private func best(of candidates: [Int]) -> Int? {
            candidates.min {
                let (first, second) = (max(readyAt[$0], cycle), max(readyAt[$1], cycle))
                return (first, -height[$0], $0) < (second, -height[$1], $1)
            }
        }

        /// Returns by how many an instruction increases the number of live values.
        private func change(by index: Int, _ holdsValue: (Register) -> Bool) -> Int {
            let operands = run[index].operands
            var change = holdsValue(run[index].results[0]) ? 1 : 0
            // This runs for every instruction that could be next, so it uses no set to recognise equal operands.
            for (place, register) in operands.enumerated()
            where holdsValue(register) && operands.firstIndex(of: register) == place
                && remaining[register.index] == operands.count(where: { $0 == register })
            {
                change -= 1
            }
            return change
        }

        /// Notes that an instruction is computed next. One begins in each cycle: it is two instructions of the
        /// processor, which has two units for them.
        mutating func issue(_ index: Int, _ holdsValue: (Register) -> Bool) {
            liveValues += change(by: index, holdsValue)
            for operand in run[index].operands { remaining[operand.index] -= 1 }
            let start = max(readyAt[index], cycle)
            cycle = start + 1
            ready.removeAll { $0 == index }
            for consumer in consumers[index] {
                readyAt[consumer] = max(readyAt[consumer], start + run[index].opcode.latency)
                missing[consumer] -= 1
                if missing[consumer] == 0 { ready.append(consumer) }
            }
        }
    }
}

extension Opcode {
    /// The approximate number of cycles until the result is known, on processors of the last decade.
    fileprivate var latency: Int {
        switch self {
        case .divideFloat, .modFloat, .divideInt, .remainderInt: 12
        case .sqrt: 16
        case .inversesqrt: 24
        case .floatBits, .bitsToFloat, .constantFloat, .constantInt, .constantBool: 0
        case .lookup: 3
        case .absFloat, .negateFloat, .addInt, .subtractInt, .minInt, .maxInt, .andInt, .orInt, .xorInt, .notInt,
            .shiftLeft, .shiftRight, .andBool, .orBool, .xorBool, .notBool, .select:
            1
        default: 4
        }
    }
}
