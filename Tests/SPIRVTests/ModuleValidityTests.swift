import DeviceKernels
import Foundation
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import SPIRV
import Testing

/// Every module follows the rules of SPIR-V and Vulkan, as `spirv-val` checks them.
@Suite("Valid modules", .needsValidator) struct ModuleValidityTests {
    private static let controls = [
        SPIRVFloatControls(), SPIRVFloatControls(single: .all, double: .all),
        SPIRVFloatControls(single: .roundsToNearest, double: .specialValues),
    ]

    private static func problem(
        _ program: Program, layout: KernelLayout? = nil, controls: SPIRVFloatControls = controls[1]
    ) throws -> String? {
        let layout = layout ?? KernelLayout(imageCount: program.samplerCount)
        return try ModuleValidation.problem(SPIRVKernel(program, layout: layout, controls: controls).words)
    }

    @Test("Every instruction", arguments: 0..<InstructionProbe.opcodes.count)
    func instructions(index: Int) throws {
        let (opcode, operands, result) = InstructionProbe.opcodes[index]
        let program = InstructionProbe.program(opcode, operands, result, uniformMask: 2)
        #expect(try Self.problem(program) == nil, "\(opcode)")
    }

    @Test("Every way to sample", arguments: [Interpolation.nearest, .linear], [WrapMode.transparent, .clamp])
    func sampling(interpolation: Interpolation, wrap: WrapMode) throws {
        for text in [SamplingCases.here, SamplingCases.points] {
            for isAligned in [false, true] {
                for format in PixelFormat.readByDevices {
                    let layout = KernelLayout(
                        images: [
                            ImageLayout(format: format, interpolation: interpolation, wrap: wrap, isAligned: isAligned)
                        ], output: format.isForDevices ? format : .RGBAf)
                    for controls in Self.controls {
                        #expect(try Self.problem(kernel(text), layout: layout, controls: controls) == nil)
                    }
                }
            }
        }
    }

    @Test("A warp has two results")
    func warps() throws {
        #expect(try Self.problem(kernel("kernel vec2 k() { return destCoord() * 0.5; }")) == nil)
    }

    @Test("Random kernels of all sizes", arguments: 0..<10)
    func randomKernels(group: Int) throws {
        for seed in UInt64(group * 40)..<UInt64(group * 40 + 40) {
            let program = RandomKernel.make(seed: seed, size: 20 + Int(seed % 40))
            #expect(try Self.problem(program) == nil, "seed \(seed)")
            guard seed.isMultiple(of: 4) else { continue }
            let layout = KernelLayout(
                describing: RandomKernel.storedImages(seed: seed),
                output: RandomKernel.storage(seed: seed, bounds: .empty).pixels.format)
            #expect(try Self.problem(program, layout: layout) == nil, "seed \(seed) in other formats")
        }
    }
}
