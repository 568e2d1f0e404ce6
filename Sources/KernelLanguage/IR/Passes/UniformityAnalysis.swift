/// Finds the uniform registers: those that are computed from uniform registers where all pixels of a pass are active.
///
/// The analysis starts with every register uniform, and marks registers as varying until nothing changes.
struct UniformityAnalysis {
    private let registers: [RegisterInfo]
    private var isVarying: [Bool]
    private var hasChanged = false
    /// Labels of blocks that some pixels have left before others.
    private var waiting: Set<Int> = []
    /// Labels that pixels wait for at the end of an iteration of each loop, by the loop's number in program order.
    private var waitingInLoop: [Int: Set<Int>] = [:]
    private var loopCount = 0

    /// Maximum number of iterations of the analysis. Programs that need more have all registers of their body marked as
    /// varying. Real kernels need two or three.
    private static let maximumIterations = 16

    static func run(_ program: inout Program) {
        var pass = UniformityAnalysis(registers: program.registers)
        var rounds = 0
        repeat {
            rounds += 1
            pass.hasChanged = false
            if rounds > maximumIterations {
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

    /// Marks everything that the body writes as varying.
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
            let hasInactivePixels = underVarying || !waiting.isEmpty
            switch statement {
            case .compute(let instruction):
                guard
                    hasInactivePixels || instruction.opcode.isVaryingSource
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
                // Pixels that leave the loop in one iteration are inactive in the next.
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
                if hasInactivePixels { waiting.insert(label) }
                return
            }
        }
    }
}
