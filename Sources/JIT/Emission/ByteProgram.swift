import ImageGraph
import KernelLanguage
import Pixels

/// A kernel on 8-bit pictures as arithmetic on their bytes.
///
/// Only kernels without control flow that treat red, green and blue alike have this form: compositing, most blend
/// modes, minima, maxima and differences.
struct ByteProgram {
    private(set) var expressions = ByteExpressions()
    /// The expression of red, green and blue.
    private(set) var color = 0
    /// The expression of alpha.
    private(set) var alpha = 0
    /// The images that are read.
    let images: [Int]

    /// Maximum number of instructions.
    private static let maximumInstructions = 100

    /// Returns nil if the kernel has no such form, or if its bytes could differ from those of the float code.
    init?(_ program: Program, _ layout: KernelLayout) {
        guard program.kind != .warp, program.outputs.count == 4, layout.output.component == .uint8,
            layout.output.layout == .rgba || layout.output.layout == .bgra,
            !layout.images.isEmpty, layout.images.count == program.samplerCount,
            layout.images.allSatisfy({ $0.isAligned && $0.format == layout.output }),
            program.instructionCount <= Self.maximumInstructions
        else { return nil }
        var instructions = program.prologue
        var images: Set<Int> = []
        for statement in program.body {
            guard case .compute(let instruction) = statement else { return nil }
            instructions.append(instruction)
            if case .sampleAtDestination(let image) = instruction.opcode { images.insert(image) }
        }
        guard !images.isEmpty else { return nil }
        self.images = images.sorted()
        var found: [Int] = []
        for component in 0..<4 {
            var values = [Int?](repeating: nil, count: program.registers.count)
            for instruction in instructions { note(instruction, component, &values) }
            guard let expression = values[program.outputs[component].index], expressions[expression].isExact
            else { return nil }
            found.append(expression)
        }
        (color, alpha) = (found[0], found[3])
        guard found[1] == color, found[2] == color else { return nil }
        // The code's text shows whether all numbers fit 16 bits, for any number of lanes.
        var code = ByteEmitter(self, lanes: 4)
        guard code.write() else { return nil }
    }

    /// Records the expressions of an instruction's results, if there are any.
    ///
    /// - Parameters:
    ///   - component: The component that is computed. Other components than this and alpha have no expressions.
    ///   - values: The expressions of registers.
    private mutating func note(_ instruction: Instruction, _ component: Int, _ values: inout [Int?]) {
        let results = instruction.results.map(\.index)
        for result in results { values[result] = nil }
        if case .sampleAtDestination(let image) = instruction.opcode {
            values[results[3]] = expressions.alpha(image)
            values[results[component]] = expressions.own(image)
            return
        }
        let operands = instruction.operands.compactMap { values[$0.index] }
        guard results.count == 1, operands.count == instruction.operands.count else { return }
        values[results[0]] = value(instruction.opcode, operands)
    }

    private mutating func value(_ opcode: Opcode, _ operands: [Int]) -> Int? {
        switch opcode {
        case .constantFloat(0): expressions.zero()
        case .constantFloat(1): expressions.one()
        case .move: operands[0]
        case .addFloat: expressions.sum(operands[0], operands[1])
        case .subtractFloat: expressions.difference(operands[0], operands[1])
        case .negateFloat: expressions.zero().flatMap { expressions.difference($0, operands[0]) }
        case .multiplyFloat: expressions.product(operands[0], operands[1])
        case .fusedMultiplyAdd:
            expressions.product(operands[0], operands[1]).flatMap { expressions.sum($0, operands[2]) }
        case .minFloat: expressions.minimum(operands[0], operands[1])
        case .maxFloat: expressions.maximum(operands[0], operands[1])
        case .absFloat: expressions.magnitude(operands[0])
        case .lessFloat where expressions[operands[0]].operation == .zero: expressions.isPositive(operands[1])
        case .select where expressions[operands[2]].operation == .zero: expressions.masked(operands[0], operands[1])
        default: nil
        }
    }
}
