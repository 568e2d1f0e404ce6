import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing

@testable import JIT

/// The text of kernels for devices, compiled for this processor, against the interpreter: equal in every bit.
///
/// These are the tests of vector code, with another generator.
@Suite(.needsCodeGeneration) struct DeviceTextTests {
    private func onDevice(_ test: () throws -> Void) throws {
        try KernelComparison.$generator.withValue(RetargetedKernelGenerator(), operation: test)
    }

    @Test(arguments: [1, 2, 3, 7, 40]) func coordinates(width: Int) throws {
        try onDevice { try KernelTextTests().coordinates(width: width) }
    }

    @Test(arguments: InstructionProbe.opcodes.indices) func instructions(index: Int) throws {
        try onDevice { try CompiledInstructionTests().agrees(index: index) }
    }

    @Test(arguments: InstructionProbe.opcodes.indices) func constantOperands(index: Int) throws {
        try onDevice { try CompiledInstructionTests.expectAgreementOfConstants(index: index) }
    }

    /// Several random kernels of every size; `DeviceTextLongTests` has more.
    @Test func randomKernels() throws { try onDevice { try RandomKernelTests.expectAgreement(0..<200) } }

    @Test func budgetIsExact() throws { try onDevice { try CompiledControlFlowTests().budgetIsExact() } }

    @Test(arguments: UInt64(0)..<10) func tilesMakeTheWhole(seed: UInt64) throws {
        try onDevice { try CompiledControlFlowTests().tilesMakeTheWhole(seed: seed) }
    }

    @Test func loops() throws {
        try onDevice {
            try CompiledControlFlowTests().loopsOfTheLanguageAgree()
            try CompiledControlFlowTests().endlessLoopsEnd()
        }
    }

    /// Large arrays agree. Arrays that exceed the limit are refused.
    @Test func arrays() throws {
        try onDevice { try CompiledControlFlowTests().largeArraysAgree() }
        var program = try kernel("kernel vec4 k() { float a[8]; return vec4(a[int(destCoord().x)]); }")
        for (count, isAllowed) in [(4096, true), (4097, false), (Int.max, false)] {
            program.arrays[0].count = count
            if isAllowed {
                _ = try DeviceKernelEmitter(program, layout: KernelLayout(imageCount: 0), target: .cuda)
            } else {
                let error = #expect(throws: EmissionError.self) {
                    try DeviceKernelEmitter(program, layout: KernelLayout(imageCount: 0), target: .cuda)
                }
                guard case .arraysTooLarge(_, limit: 16384) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }

    /// When a pixel has exceeded its budget, the loops of the others end soon. The kernel counts the iterations of a
    /// pixel in its result, which is written only if the pixel ends.
    @Test func loopsEndAfterAFault() throws {
        let program = try kernel(
            """
            kernel vec4 k() {
                float n = 0.0;
                float last = destCoord().x < 1.0 ? 100000.0 : 5000.0;
                while (n < last) n += 1.0;
                return vec4(n);
            }
            """)
        let region = PixelRect(x: 0, y: 0, width: 4, height: 1)
        let untouched = SIMD4<Float>(repeating: -1)
        for (budget, results) in [(10_000, [Float]([-1, -1, -1, -1])), (200_000, [100_000, 5000, 5000, 5000])] {
            let kernel = try RetargetedKernelGenerator().prepare(
                program, layout: KernelLayout(imageCount: 0), store: KernelComparison.store, stepBudget: budget)
            let output = Raster(bounds: region)
            output.fill(region, with: untouched)
            let run = {
                try kernel.run(
                    arguments: KernelArguments(components: []), images: [], region: region, output: output)
            }
            if budget == 10_000 {
                let error = KernelRunError.stepBudgetExceeded(
                    kernel: "k", file: "<kernel>", x: 0, y: 0, budget: budget)
                #expect(throws: error, performing: run)
            } else {
                try run()
            }
            #expect((0..<4).map { output[$0, 0].x } == results)
        }
    }

    /// Formats that kernels on devices don't read or write are refused.
    @Test func formats() throws {
        let program = try kernel("kernel vec4 k(__sample s) { return s; }")
        let layouts = [
            KernelLayout(images: [ImageLayout(format: .ARGB8)], output: .RGBAf),
            KernelLayout(images: [ImageLayout()], output: .RGBh),
            KernelLayout(images: [ImageLayout(format: .R8)], output: .R8),
        ]
        for layout in layouts {
            let error = #expect(throws: EmissionError.self) {
                try DeviceKernelEmitter(program, layout: layout, target: .cuda)
            }
            guard case .unsupportedDeviceFormat(let name)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(
                error?.description == "kernels on devices read and write pixels of the formats RGBA8, RGBA16, RGBAh, "
                    + "RGBAf, BGRA8, and only read R8, R16, Rh, RG8, RG16, RGh, but here there is \(name); "
                    + "convert the images first")
        }
    }

    /// The texts for a device and for this processor differ in the entry point and its declarations only.
    @Test func textsForBothTargetsAreTheSame() throws {
        for seed in UInt64(0)..<40 {
            let program = RandomKernel.make(seed: seed, size: 20 + Int(seed)).expandingTranscendentals()
            let layout = KernelLayout(
                describing: RandomKernel.storedImages(seed: seed),
                output: RandomKernel.storage(seed: seed, bounds: .empty).pixels.format)
            func lines(_ target: DeviceCodeTarget) throws -> [Substring] {
                var emitter = try DeviceKernelEmitter(program, layout: layout, target: target)
                return try emitter.text().split(separator: "\n")
            }
            let (device, processor) = (try lines(.cuda), try lines(.processor))
            let entry = try #require(device.firstIndex { $0.hasPrefix("define ptx_kernel void @kernel(") })
            #expect(device[..<entry] == processor[..<entry], "seed \(seed)")
            #expect(entry > 100 && processor[entry].hasPrefix("define void @kernel("))
            func rest(_ lines: [Substring]) throws -> [Substring] {
                let end = try #require(lines[entry...].firstIndex(of: "}"))
                return lines[end...].filter { !$0.contains("llvm.nvvm.read.ptx.sreg") }
            }
            #expect(try rest(device) == rest(processor), "seed \(seed)")
        }
    }
}
