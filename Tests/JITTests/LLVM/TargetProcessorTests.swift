import Testing

@testable import JIT

@Suite struct TargetProcessorTests {
    private func description(_ flags: String) -> String {
        """
        processor\t: 0
        vendor_id\t: GenuineIntel
        cpu family\t: 6
        model\t\t: 85
        model name\t: Some Processor @ 2.00GHz
        stepping\t: 7
        flags\t\t: \(flags)

        processor\t: 1
        vendor_id\t: Other
        flags\t\t: fpu
        """
    }

    @Test func vectorsAreAsWideAsTheRegisters() {
        let base = "fpu sse4_1 sse4_2"
        func lanes(_ flags: String) -> Int { TargetProcessor(description: description(flags)).registerLanes }
        #expect(lanes(base) == 4)
        #expect(lanes(base + " avx avx2") == 4)
        let wide = base + " avx avx2 fma f16c"
        #expect(lanes(wide) == 8)
        #expect(lanes(wide + " avx512f") == 8)
        let widest = wide + " avx512f avx512bw avx512dq avx512vl"
        #expect(lanes(widest) == 16)
        // Two vectors of AVX2 are computed at a time.
        #expect([base, wide, widest].map { TargetProcessor(description: description($0)).lanes } == [4, 16, 16])
        #expect(TargetProcessor(description: description(widest)).instructions.hasHalfConversion)
        #expect(!TargetProcessor(description: description(base)).instructions.hasHalfConversion)
        #expect(!TargetProcessor(description: description(widest)).instructions.hasByteTables)
        #expect(TargetProcessor(description: description(widest + " avx512vbmi")).instructions.hasByteTables)
        #expect(!TargetProcessor(description: description(wide + " avx512vbmi")).instructions.hasByteTables)
    }

    @Test func withoutRoundingInstructionsThereIsNoCode() {
        #expect(!TargetProcessor(description: description("fpu sse2")).isSupported)
        #expect(!TargetProcessor(description: "").isSupported)
        let store = MachineCodeStore(processor: TargetProcessor(description: ""))
        #expect(!store.isAvailable)
        #expect(throws: CompilationError.self) { try store.code(for: "a") { GeneratedText.addition() } }
    }

    @Test func identityTellsModelsAndFlagsApart() {
        let first = TargetProcessor(description: description("fpu sse4_1 avx2"))
        #expect(first.identity == "x86-64 GenuineIntel/6/85/7 avx2 fpu sse4_1")
        #expect(first.identity == TargetProcessor(description: description("avx2 sse4_1 fpu")).identity)
        #expect(first.identity != TargetProcessor(description: description("fpu sse4_1")).identity)
    }
}
