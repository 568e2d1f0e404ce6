import Foundation
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing

@testable import JIT

/// NVIDIA's assembler accepts the PTX of kernels for every device that it may run on.
@Suite(.needsCodeGeneration, .needsPTX, .needsPTXAssembler) struct PTXAssemblyTests {
    static let devices = ["sm_70", "sm_80", "sm_90"]

    private func assemble(_ text: String, _ device: String) throws -> PTXAssembler.Report {
        try #require(PTXAssembler.shared).assemble(text, for: device)
    }

    @Test(arguments: devices) func instructions(device: String) throws {
        for index in InstructionProbe.opcodes.indices {
            for program in InstructionProbe.programs(index: index) {
                _ = try assemble(try PTXTests.text(program), device)
            }
        }
    }

    @Test(arguments: devices) func randomKernels(device: String) throws {
        for seed in UInt64(0)..<40 {
            let program = RandomKernel.make(seed: seed, size: 20 + Int(seed))
            let layout = KernelComparison.layout(RandomKernel.images(seed: seed))
            _ = try assemble(try PTXTests.text(program, layout), device)
            _ = try assemble(try PTXTests.text(program, DeviceTextFormatTests.layout(seed)), device)
        }
    }

    /// Kernels of built-in filters keep everything in registers. Their arrays are in memory, and nothing else.
    @Test(arguments: devices) func builtInKernelsSpillNothing(device: String) throws {
        var registers: [Int] = []
        for program in try FilterKernels.all() {
            let report = try assemble(try PTXTests.text(program), device)
            #expect(report.spilledBytes == 0, "\(program.name) for \(device)")
            let arrayBytes = program.arrays.reduce(0) { $0 + 4 * $1.count }
            #expect(arrayBytes > 0 || report.stackBytes == 0, "\(program.name) for \(device)")
            registers.append(report.registers)
        }
        #expect(registers.count > 100)
    }
}
