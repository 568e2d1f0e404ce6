/// Finds the registers that have one value for all pixels: computed from uniform registers where all pixels of a pass are active.
///
/// It starts with everything uniform and takes back what isn't, until nothing changes.
struct UniformityAnalysis {
    private let registers: [RegisterInfo]
    private var isVarying: [Bool]
    private var hasChanged = false
    /// Labels of blocks that some pixels have left before others.
    private var waiting: Set<Int> = []
    /// Labels that pixels wait for at the end of a round of each loop, by the loop's number in the text.
    private var waitingInLoop: [Int: Set<Int>] = [:]
    private var loopCount = 0

    /// Rounds after which everything counts as varying; real kernels need two or three.
    private static let patience = 16

    static func run(_ program: inout Program) {
        var pass = UniformityAnalysis(registers: program.registers)
        var rounds = 0
        repeat {
            rounds += 1
            pass.hasChanged = false
            if rounds > patience {
                pass.giveUp(program.body)
                break
            }
            pass.loopCount = 0
            pass.walk(program.body, underVarying: false)
        } while pass.hasChanged
        for index in program.registers.indices { program.registers[index].isUniform = !pass.isVarying[index] }
    }

    private init(registers: [RegisterInfo]) {
        self.registers = registers
        isVarying = Array(repeating: false, count: registers.count)
    }

    /// Everything that the pixels' code writes counts as varying.
    private mutating func giveUp(_ list: [Statement]) {
        for statement in list {
            switch statement {
            case .compute(let instruction): for result in instruction.results { isVarying[result.index] = true }
            case .branch(_, let then, let otherwise, _):
                giveUp(then)
                giveUp(otherwise)
            case .block(_, let body, _), .loop(let body, _): giveUp(body)
            case .exit: break
            }
        }
    }

    private mutating func walk(_ list: [Statement], underVarying: Bool) {
        for statement in list {
            let parted = underVarying || !waiting.isEmpty
            switch statement {
            case .compute(let instruction):
                guard
                    parted || instruction.opcode.isVaryingSource
                        || instruction.operands.contains(where: { isVarying[$0.index] })
                else { continue }
                for result in instruction.results where !isVarying[result.index] {
                    isVarying[result.index] = true
                    hasChanged = true
                }
            case .branch(let condition, let then, let otherwise, _):
                let inner = underVarying || isVarying[condition.index]
                let before = waiting
                walk(then, underVarying: inner)
                let after = waiting
                waiting = before
                walk(otherwise, underVarying: inner)
                waiting.formUnion(after)
            case .block(let label, let body, _):
                walk(body, underVarying: underVarying)
                waiting.remove(label)
            case .loop(let body, _):
                // Pixels that left in one round are missing in the next.
                let loop = loopCount
                loopCount += 1
                waiting.formUnion(waitingInLoop[loop] ?? [])
                let before = waiting
                walk(body, underVarying: underVarying)
                if !waiting.isSubset(of: before) {
                    hasChanged = true
                    waitingInLoop[loop] = waiting
                }
                waiting.formUnion(before)
            case .exit(let label, _):
                if parted { waiting.insert(label) }
                return
            }
        }
    }
}
