import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Compares every instruction with the interpreter, bit for bit, for edge values as varying and uniform operands.
@Suite(.needsCodeGeneration) struct CompiledInstructionTests {
    /// Expects that an instruction agrees with constant operands.
    static func expectAgreementOfConstants(index: Int) throws {
        for program in InstructionProbe.programsWithConstants(index: index) {
            let difference = try KernelComparison.difference(
                program, [[], [0], [0], [0]], images: [InstructionProbe.picture],
                region: InstructionProbe.picture.pixels.bounds)
            #expect(difference == nil, "\(InstructionProbe.opcodes[index].0)")
        }
    }

    @Test(arguments: InstructionProbe.opcodes.indices) func agreesWithConstants(index: Int) throws {
        try Self.expectAgreementOfConstants(index: index)
        for store in KernelComparison.narrowStores where store.processor.architecture == .current {
            // A processor without the instruction interprets programs that fuse.
            if InstructionProbe.opcodes[index].0 == .fusedMultiplyAdd, !store.processor.instructions.hasFusedMultiply {
                continue
            }
            try KernelComparison.$store.withValue(store) { try Self.expectAgreementOfConstants(index: index) }
        }
    }

    @Test(arguments: 0..<InstructionProbe.opcodes.count) func agrees(index: Int) throws {
        let (opcode, operands, result) = InstructionProbe.opcodes[index]
        for mask in 0..<(1 << operands.count) {
            let program = InstructionProbe.program(opcode, operands, result, uniformMask: mask)
            // Without uniform operands, the argument isn't used, and one value is enough.
            for argument in mask == 0 ? [0] : [Float(-0.0), 1.5, .nan, 2_147_483_648] {
                let difference = try KernelComparison.difference(
                    program, [[], [argument], [argument * 3], [argument - 1]], images: [InstructionProbe.picture],
                    region: InstructionProbe.picture.pixels.bounds)
                #expect(difference == nil, "\(opcode), uniform operands \(mask), argument \(argument)")
            }
        }
    }
}
