import KernelLanguage
import KernelTestSupport
import Testing

@testable import JIT

@Suite struct InstructionOrderTests {
    /// The instructions of a list, in order.
    private func instructions(_ statements: [Statement]) -> [Instruction] {
        statements.compactMap { if case .compute(let instruction) = $0 { instruction } else { nil } }
    }

    /// A program that computes a chain of products for each channel, one after the other.
    private func chains(length: Int) -> Program {
        let builder = ProgramBuilder()
        _ = builder.parameter("pixel", .sample)
        let pixel = builder.sampleAtDestination(image: 0)
        let colors = pixel[..<3].map { color in (0..<length).reduce(color) { value, _ in value * value } }
        return builder.program(name: "chains", kind: .color, outputs: colors + [pixel[3]], file: "<test>")
    }

    /// Returns for each instruction the distance to the one that computes its operand, if both are in the list.
    private func distances(_ list: [Instruction]) -> [Int] {
        var place: [Register: Int] = [:]
        var distances: [Int] = []
        for (index, instruction) in list.enumerated() {
            distances += instruction.operands.compactMap { place[$0] }.map { index - $0 }
            for result in instruction.results { place[result] = index }
        }
        return distances
    }

    @Test func chainsAreComputedSideBySide() {
        let program = chains(length: 20)
        let ordered = InstructionOrder.reordered(program, for: .level(4))
        let before = distances(instructions(program.body).filter { $0.opcode == .multiplyFloat })
        let after = distances(instructions(ordered.body).filter { $0.opcode == .multiplyFloat })
        #expect(before.allSatisfy { $0 == 1 })
        #expect(after.allSatisfy { $0 == 3 })
    }

    @Test func shortProgramsKeepTheirOrder() {
        let program = chains(length: 2)
        #expect(InstructionOrder.reordered(program, for: .level(4)).body == program.body)
    }

    /// The order of random programs is another one, and valid; nothing is lost, and variables are written in the same
    /// order.
    @Test func ordersAreValid() throws {
        var changed = 0
        for seed in 0..<200 as Range<UInt64> {
            let program = RandomKernel.make(seed: seed, size: 200)
            let ordered = InstructionOrder.reordered(program, for: .level(4))
            // Some random programs read values of the iteration before, which the validator refuses.
            #expect(ProgramValidator.problem(in: ordered) == nil || ProgramValidator.problem(in: program) != nil)
            // As texts, since NaN isn't equal to itself.
            #expect(written(ordered).map { "\($0)" } == written(program).map { "\($0)" }, "\(seed)")
            #expect(all(ordered).map { "\($0)" }.sorted() == all(program).map { "\($0)" }.sorted(), "\(seed)")
            if ordered.body != program.body { changed += 1 }
        }
        #expect(changed > 20)
    }

    private func all(_ program: Program) -> [Instruction] {
        var list: [Instruction] = []
        program.forEachInstruction { list.append($0) }
        return list
    }

    /// The instructions that write variables or arrays, or sample, which stay where they are.
    private func written(_ program: Program) -> [Instruction] {
        all(program).filter { instruction in
            instruction.opcode.traits.category == .sampling || instruction.opcode.traits.category == .array
                || instruction.results.contains { program.registers[$0.index].isVariable }
        }
    }

    /// Many values at a time are kept only as long as there are registers.
    @Test func liveValuesAreLimited() {
        let builder = ProgramBuilder()
        _ = builder.parameter("pixel", .sample)
        let pixel = builder.sampleAtDestination(image: 0)
        let products = (0..<60).map { index -> FloatValue in
            let (first, second) = (pixel[index % 3], pixel[(index + 1) % 3])
            return (first + Float(index)) * second
        }
        let sum = products.dropFirst().reduce(products[0]) { $0 + $1 }
        let program = builder.program(
            name: "wide", kind: .color, outputs: [sum, sum, sum, pixel[3]], file: "<test>")
        for processor in [TargetProcessor.level(4), .level(3), .arm64] {
            let ordered = InstructionOrder.reordered(program, for: processor)
            #expect(mostLiveValues(ordered) <= processor.instructions.valuesInRegisters + 2)
        }
    }

    private func mostLiveValues(_ program: Program) -> Int {
        var remaining = Array(repeating: 0, count: program.registers.count)
        program.forEachInstruction { for operand in $0.operands { remaining[operand.index] += 1 } }
        for output in program.outputs { remaining[output.index] += 1 }
        var (live, most) = (0, 0)
        for instruction in instructions(program.body) {
            for operand in instruction.operands {
                remaining[operand.index] -= 1
                if remaining[operand.index] == 0, !program.registers[operand.index].isUniform { live -= 1 }
            }
            live += instruction.results.count { !program.registers[$0.index].isUniform }
            most = max(most, live)
        }
        return most
    }
}
