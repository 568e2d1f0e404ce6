import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing

@testable import JIT

/// Baseline code against the interpreter: equal in every bit.
///
/// These are the tests of optimised code, with the other tier.
@Suite(.needsCodeGeneration) struct BaselineCodeTests {
    private func inBaseline(_ test: () throws -> Void) throws {
        try KernelComparison.$generator.withValue(KernelGenerator(tier: .baseline), operation: test)
    }

    /// Runs a test for this processor, and for others.
    private func onEveryProcessor(_ test: () throws -> Void) throws {
        for store in [KernelComparison.store] + KernelComparison.narrowStores {
            try KernelComparison.$store.withValue(store) { try inBaseline(test) }
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 9, 17, 40]) func coordinates(width: Int) throws {
        try inBaseline { try KernelTextTests().coordinates(width: width) }
    }

    @Test(arguments: InstructionProbe.opcodes.indices) func instructions(index: Int) throws {
        try inBaseline {
            try CompiledInstructionTests().agrees(index: index)
            try CompiledInstructionTests.expectAgreementOfConstants(index: index)
        }
    }

    /// Every transcendental function, of numbers of all magnitudes, both with a varying and with a uniform operand.
    @Test(arguments: [
        "exp", "exp2", "log", "log2", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
    ])
    func functions(name: String) throws {
        let program = try kernel(
            """
            kernel vec4 k(__sample s, float x) {
                return vec4(\(name)(s.r), \(name)(s.g * x), \(name)(x), pow(s.b, x) + pow(x, s.a));
            }
            """)
        try onEveryProcessor {
            for argument in [0, -0.0, 0.5, 2.4, -3, 1e30, .infinity, .nan] as [Float] {
                let difference = try KernelComparison.difference(
                    program, [[], [argument]], images: [InstructionProbe.picture],
                    region: InstructionProbe.picture.pixels.bounds)
                #expect(difference == nil, "\(argument)")
            }
        }
    }

    @Test("a function is at most as long as programs are checked for") func lengths() {
        let functions = InstructionProbe.opcodes.map(\.0).filter(\.isTranscendental)
        #expect(functions.count == 18)
        for function in functions {
            let program = Program.transcendental(function).expandingTranscendentals()
            #expect((2...KernelGenerator.maximumExpansion).contains(program.instructionCount), "\(function)")
        }
    }

    /// With functions called, this program is short enough for baseline code, but not for optimised code.
    @Test("programs that are too long for one tier are refused") func tooLong() throws {
        let text = (0..<500).map { _ in "x = tan(x);" }.joined()
        let program = try kernel("kernel vec4 k(__sample s) { float x = s.r; \(text) return vec4(x); }")
        #expect(program.instructionCount < KernelGenerator.maximumInstructions)
        let store = KernelComparison.store
        let error = #expect(throws: EmissionError.self) {
            try KernelGenerator().tiers(
                of: program, layout: KernelLayout(imageCount: 1), store: store, stepBudget: 1)
        }
        guard case .tooLong(_, limit: KernelGenerator.maximumExpandedInstructions) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func randomKernels() throws {
        try onEveryProcessor {
            let store = KernelComparison.store
            // Some of the kernels fuse.
            guard store.processor.instructions.hasFusedMultiply else { return }
            try RandomKernelTests.expectAgreement(0..<40, store: store)
        }
    }

    @Test func budgetIsExact() throws { try inBaseline { try CompiledControlFlowTests().budgetIsExact() } }

    @Test(arguments: UInt64(0)..<10) func tilesMakeTheWhole(seed: UInt64) throws {
        try inBaseline { try CompiledControlFlowTests().tilesMakeTheWhole(seed: seed) }
    }

    @Test func loops() throws {
        try inBaseline {
            try CompiledControlFlowTests().loopsOfTheLanguageAgree()
            try CompiledControlFlowTests().endlessLoopsEnd()
            try CompiledControlFlowTests().largeArraysAgree()
        }
    }

    @Test(arguments: [Interpolation.nearest, .linear], [WrapMode.transparent, .clamp])
    func points(interpolation: Interpolation, wrap: WrapMode) throws {
        try onEveryProcessor {
            try CompiledSamplingTests().agrees(interpolation: interpolation, wrap: wrap)
            try CompiledSamplingTests().agreesAtNeighbours(interpolation: interpolation, wrap: wrap)
        }
    }

    @Test func places() throws {
        try inBaseline {
            for count in [1, KernelEmitter.maximumInlinedSamples + 1] {
                try CompiledSamplingTests().agreesInManyPlaces(count: count)
            }
            try CompiledSamplingTests().agreesAtNeighboursFarAway()
        }
    }

    @Test(arguments: PixelFormat.all) func formats(format: PixelFormat) throws {
        try inBaseline {
            try CompiledSamplingTests().agreesInEveryFormat(format: format)
            try CompiledSamplingTests().agreesWhereNothingIsMixed(format: format)
        }
    }

    @Test(arguments: PixelFormat.all, [WrapMode.transparent, .clamp])
    func awayFromBorders(format: PixelFormat, wrap: WrapMode) throws {
        try inBaseline { try CompiledSamplingTests().agreesAwayFromBorders(wrap: wrap, format: format) }
    }

    /// Reading beside an image would crash the test.
    @Test(arguments: PixelFormat.all) func readsNothingBesideTheImage(format: PixelFormat) throws {
        try inBaseline { try CompiledSamplingTests().readsNothingBesideTheImage(format: format) }
    }

    @Test(arguments: [1, 3, 8, 21]) func planes(width: Int) throws {
        try inBaseline { try PlanarResultTests().planes(width: width) }
    }

    @Test("curves in tables of 16 numbers agree on every processor") func tables() throws {
        let indices = InstructionProbe.opcodes.indices.filter {
            if case .lookup = InstructionProbe.opcodes[$0].0 { true } else { false }
        }
        #expect(!indices.isEmpty)
        try onEveryProcessor { for index in indices { try CompiledInstructionTests().agrees(index: index) } }
    }
}
