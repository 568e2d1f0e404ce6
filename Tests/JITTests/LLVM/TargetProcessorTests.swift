import Testing

@testable import JIT

@Suite struct TargetProcessorTests {
    /// Returns a processor of x86-64.
    private func processor(_ flags: String) -> TargetProcessor {
        TargetProcessor(description: description(flags), architecture: .x86_64)
    }

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
        func lanes(_ flags: String) -> Int { processor(flags).registerLanes }
        #expect(lanes(base) == 4)
        #expect(lanes(base + " avx avx2") == 4)
        let wide = base + " avx avx2 fma f16c"
        #expect(lanes(wide) == 8)
        #expect(lanes(wide + " avx512f") == 8)
        let widest = wide + " avx512f avx512bw avx512dq avx512vl"
        #expect(lanes(widest) == 16)
        // From AVX2 on, two vectors are computed at a time.
        #expect([base, wide, widest].map { processor($0).lanes } == [4, 16, 32])
        #expect(processor(widest).instructions.hasHalfConversion)
        #expect(!processor(base).instructions.hasHalfConversion)
        #expect(!processor(widest).instructions.hasByteTables)
        #expect(processor(widest + " avx512vbmi").instructions.hasByteTables)
        #expect(!processor(wide + " avx512vbmi").instructions.hasByteTables)
    }

    @Test func withoutRoundingInstructionsThereIsNoCode() {
        #expect(!processor("fpu sse2").isSupported)
        #expect(!TargetProcessor(description: "").isSupported)
        let store = MachineCodeStore(processor: TargetProcessor(description: ""))
        #expect(!store.isAvailable)
        #expect(throws: CompilationError.self) { try store.code(for: "a") { GeneratedText.addition() } }
    }

    @Test func identityTellsModelsAndFlagsApart() {
        let first = processor("fpu sse4_1 avx2")
        #expect(first.identity == "x86-64 GenuineIntel/6/85/7 avx2 fpu sse4_1")
        #expect(first.identity == processor("avx2 sse4_1 fpu").identity)
        #expect(first.identity != processor("fpu sse4_1").identity)
    }

    // MARK: 64-bit ARM

    private func armDescription(_ features: String, part: String = "0xd0c") -> String {
        """
        processor\t: 0
        BogoMIPS\t: 243.75
        Features\t: \(features)
        CPU implementer\t: 0x41
        CPU architecture: 8
        CPU variant\t: 0x3
        CPU part\t: \(part)
        CPU revision\t: 1

        processor\t: 1
        Features\t: fp
        CPU implementer\t: 0x61
        """
    }

    private func arm(_ features: String, part: String = "0xd0c") -> TargetProcessor {
        TargetProcessor(description: armDescription(features, part: part), architecture: .arm64)
    }

    @Test func processorsOfARM() {
        let processor = arm("fp asimd evtstrm aes fphp asimdhp asimddp")
        #expect(processor.isSupported)
        #expect(processor.architecture == .arm64)
        #expect((processor.lanes, processor.registerLanes) == (4, 4))
        #expect(processor.instructions.hasHalfConversion && processor.instructions.hasFusedMultiply)
        #expect(processor.identity == "arm64 0x41/0xd0c/0x3/1 aes asimd asimddp asimdhp evtstrm fp fphp")
        #expect(processor.llvmName == nil)
        // Without vectors there is no code.
        #expect(!arm("fp").isSupported)
        #expect(!TargetProcessor(description: "", architecture: .arm64).isSupported)
    }

    @Test func identityTellsProcessorsOfARMApart() {
        let processors = [
            arm("fp asimd"), arm("fp asimd asimddp"), arm("fp asimd", part: "0xd40"), .arm64, .neoverseN1, .level(2),
            .level(3),
        ]
        #expect(Set(processors).count == processors.count)
        #expect(Set(processors.map(\.identity)).count == processors.count)
    }

    @Test func attributesAreThoseOfTheArchitecture() {
        #expect(
            TargetProcessor.level(3).functionAttributes
                == "nounwind \"no-builtins\" \"prefer-vector-width\"=\"256\" \"min-legal-vector-width\"=\"256\"")
        #expect(TargetProcessor.arm64.functionAttributes == "nounwind \"no-builtins\"")
    }

    @Test func sumsFitTheRegisters() {
        #expect(
            [TargetProcessor.level(2), .level(3), .level(4), .arm64].map(\.instructions.accumulators) == [4, 4, 8, 8])
    }
}
