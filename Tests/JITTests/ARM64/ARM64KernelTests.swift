import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing

@testable import JIT

/// Kernels as code for 64-bit ARM, against the interpreter: equal in every bit.
///
/// These are the tests of the code for this processor, with another store. Byte programs, tables, planar results and
/// operators have cases for 64-bit ARM of their own. Kernels that another thread stops aren't tested, because running
/// code doesn't see changes of this process's memory.
@Suite(.needsCodeGeneration, .needsARM64Runner) struct ARM64KernelTests {
    private func onARM64(_ test: () throws -> Void) throws {
        try KernelComparison.$store.withValue(ARM64Runner.store, operation: test)
    }

    @Test func blocks() throws {
        try onARM64 { for width in 1...40 { try KernelTextTests().coordinates(width: width) } }
    }

    @Test(arguments: InstructionProbe.opcodes.indices) func instructions(index: Int) throws {
        try onARM64 { try CompiledInstructionTests().agrees(index: index) }
    }

    @Test(arguments: InstructionProbe.opcodes.indices) func constantOperands(index: Int) throws {
        try onARM64 { try CompiledInstructionTests.expectAgreementOfConstants(index: index) }
    }

    /// One random kernel of every size, for each processor; `ARM64KernelLongTests` has more.
    @Test func randomKernels() throws {
        for store in [ARM64Runner.store, ARM64Runner.serverStore] {
            try RandomKernelTests.expectAgreement(0..<120, store: store)
        }
    }

    @Test func controlFlow() throws {
        try onARM64 {
            try CompiledControlFlowTests().budgetIsExact()
            for seed in UInt64(0)..<10 { try CompiledControlFlowTests().tilesMakeTheWhole(seed: seed) }
            try CompiledControlFlowTests().loopsOfTheLanguageAgree()
            try CompiledControlFlowTests().endlessLoopsEnd()
            try CompiledControlFlowTests().largeArraysAgree()
            try StoppingTests().counting()
            try StoppingTests().same()
        }
    }

    @Test(arguments: PixelFormat.all) func pixels(format: PixelFormat) throws {
        try onARM64 {
            try PixelEmitterTests().readsAsUnpacked(format: format)
            try PixelEmitterTests().writesAsPacked(format: format)
        }
    }

    @Test(arguments: [PixelFormat.RGBA8, .RGB8, .R8, .RGBAh, .RGB16, .LA8, .RGBAf, .RGf])
    func regions(format: PixelFormat) throws {
        try onARM64 { try PixelEmitterTests().writesItsRegionOnly(format: format) }
    }
}

/// Sampling in code for 64-bit ARM, against the interpreter.
@Suite(.needsCodeGeneration, .needsARM64Runner) struct ARM64SamplingTests {
    private func onARM64(_ test: () throws -> Void) throws {
        try KernelComparison.$store.withValue(ARM64Runner.store, operation: test)
    }

    @Test(arguments: [Interpolation.nearest, .linear], [WrapMode.transparent, .clamp])
    func points(interpolation: Interpolation, wrap: WrapMode) throws {
        try onARM64 {
            try CompiledSamplingTests().agrees(interpolation: interpolation, wrap: wrap)
            try CompiledSamplingTests().agreesAtNeighbours(interpolation: interpolation, wrap: wrap)
        }
    }

    @Test func places() throws {
        try onARM64 {
            for count in [1, 8, KernelEmitter.maximumInlinedSamples, KernelEmitter.maximumInlinedSamples + 1] {
                try CompiledSamplingTests().agreesInManyPlaces(count: count)
            }
            try CompiledSamplingTests().agreesAtNeighboursFarAway()
        }
    }

    @Test(arguments: PixelFormat.all) func formats(format: PixelFormat) throws {
        try onARM64 {
            try CompiledSamplingTests().agreesInEveryFormat(format: format)
            try CompiledSamplingTests().agreesWhereNothingIsMixed(format: format)
        }
    }

    @Test(arguments: [WrapMode.transparent, .clamp], [PixelFormat.RGBA8, .RGBAh, .RGBAf])
    func awayFromBorders(wrap: WrapMode, format: PixelFormat) throws {
        try onARM64 { try CompiledSamplingTests().agreesAwayFromBorders(wrap: wrap, format: format) }
    }

    /// Reading beside an image is reported as a crash of the other process.
    @Test(arguments: [PixelFormat.RGBA8, .RGB8, .R8, .RGBAh, .RGBAf, .RGBf])
    func readsNothingBesideTheImage(format: PixelFormat) throws {
        try onARM64 { try CompiledSamplingTests().readsNothingBesideTheImage(format: format) }
    }

    @Test(arguments: [PixelFormat.RGBA8, .RGBAh, .RGBAf], [1, -1])
    func moreThanTwoGigabytes(format: PixelFormat, direction: Int) throws {
        try onARM64 { try CompiledSamplingTests().agreesInMoreThanTwoGigabytes(format: format, direction: direction) }
    }
}
