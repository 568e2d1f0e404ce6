import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing
import Vulkan

/// Every instruction on the device, for edge values as varying and uniform operands, against the interpreter.
@Suite("Instructions on Vulkan", .needsVulkan) struct VulkanInstructionTests {
    @Test(arguments: 0..<InstructionProbe.opcodes.count) func agrees(index: Int) throws {
        let (opcode, operands, result) = InstructionProbe.opcodes[index]
        var tally = VulkanComparison.Tally()
        for mask in 0..<(1 << operands.count) {
            let program = InstructionProbe.program(opcode, operands, result, uniformMask: mask)
            // Without uniform operands, the argument isn't used, and one value is enough.
            for argument in mask == 0 ? [0] : [Float(-0.0), 1.5, .nan, 2_147_483_648] {
                tally += try VulkanComparison(
                    program: program, arguments: [[], [argument], [argument * 3], [argument - 1]],
                    images: [InstructionProbe.picture], region: InstructionProbe.picture.pixels.bounds
                ).tally()
            }
        }
        #expect(tally.wrong.isEmpty, "\(opcode): \(tally)")
        // This device computes all other instructions exactly.
        #expect(opcode == .fusedMultiplyAdd || tally.equalBits == tally.results, "\(opcode): \(tally)")
        Lavapipe.expectNoMessages()
    }
}
