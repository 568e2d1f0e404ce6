import DeviceKernels
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Images and results in all formats of devices, in the text of kernels for them, compiled for this processor.
@Suite(.needsCodeGeneration) struct DeviceTextFormatTests {
    private static func prepare(_ program: Program, _ layout: KernelLayout) throws -> any PreparedKernel {
        try RetargetedKernelGenerator().prepare(
            program, layout: layout, store: KernelComparison.store, stepBudget: KernelComparison.budget)
    }

    /// A layout with random formats.
    static func layout(_ seed: UInt64) -> KernelLayout {
        KernelLayout(
            describing: RandomKernel.storedImages(seed: seed),
            output: RandomKernel.storage(seed: seed, bounds: .empty).pixels.format)
    }

    @Test(arguments: PixelFormat.readByDevices, [false, true]) func loads(format: PixelFormat, isTopDown: Bool) throws {
        #expect(try FormatTrial(format, prepare: Self.prepare).loads(isTopDown: isTopDown) == [])
    }

    @Test(arguments: PixelFormat.forDevices, [false, true]) func stores(format: PixelFormat, isTopDown: Bool) throws {
        #expect(try FormatTrial(format, prepare: Self.prepare).stores(isTopDown: isTopDown) == [])
    }

    /// The formulas of `FormatTrial` are those of `PixelFormat`, on all numbers that it stores and all that it loads.
    @Test(arguments: PixelFormat.readByDevices) func formulas(format: PixelFormat) throws {
        try KernelComparison.$generator.withValue(RetargetedKernelGenerator()) {
            try PixelEmitterTests().readsAsUnpacked(format: format)
            guard format.isForDevices else { return }
            try PixelEmitterTests().writesAsPacked(format: format)
        }
    }

    @Test(arguments: [Interpolation.nearest, .linear], [WrapMode.transparent, .clamp])
    func mixedImages(interpolation: Interpolation, wrap: WrapMode) throws {
        for format in PixelFormat.forDevices {
            for read in [PixelFormat.forDevices, FormatTrial.readFormats] {
                let trial = FormatTrial(format, prepare: Self.prepare)
                #expect(try trial.mixedImages(interpolation, wrap, formats: read) == [])
            }
        }
    }

    /// The bytes of results are those that the interpreter's results are packed to.
    @Test func randomKernels() throws {
        for seed in UInt64(0)..<200 {
            let program = RandomKernel.make(seed: seed, size: 20 + Int(seed % 40))
            var random = SeededGenerator(seed: seed &+ 55)
            let width = 1 + random.below(40)
            let region = PixelRect(x: random.below(9) - 4, y: random.below(5) - 2, width: width, height: 3)
            let (arguments, images) = (RandomKernel.arguments(seed: seed), RandomKernel.storedImages(seed: seed))
            let (output, memory) = RandomKernel.storage(seed: seed, bounds: region.outset(by: 1))
            let (expected, expectedMemory) = RandomKernel.storage(seed: seed, bounds: region.outset(by: 1))
            try Self.prepare(program, Self.layout(seed)).run(
                arguments: KernelArguments(components: arguments), images: images, region: region, output: output)
            expected.write(
                try KernelComparison.interpreted(program, arguments, images: images.map(\.unpacked), region: region))
            if output.format == .RGBAf {
                // The bits of a NaN differ.
                #expect(KernelComparison.difference(output.unpacked, expected.unpacked) == nil, "seed \(seed)")
            } else {
                #expect(memory.bytes == expectedMemory.bytes, "seed \(seed), \(output.format.name)")
            }
        }
    }
}
