import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import SPIRV
import Testing

/// What modules contain, by a second reading of the specification.
@Suite("Contents of modules") struct ModuleContentTests {
    private static func module(_ text: String, controls: SPIRVFloatControls = SPIRVFloatControls()) throws
        -> DecodedModule
    {
        let program = try kernel(text)
        let layout = KernelLayout(imageCount: program.samplerCount)
        return try DecodedModule(SPIRVKernel(program, layout: layout, controls: controls).words)
    }

    @Test("The entry point is a compute shader of 8 × 8 invocations")
    func entryPoint() throws {
        let module = try Self.module("kernel vec4 k() { return vec4(1.0); }")
        let entries = module.all(15)
        #expect(entries.count == 1)
        // GLCompute, the function, "main" and its zero.
        #expect(entries[0].operands[0] == 5)
        #expect(Array(entries[0].operands[2...3]) == [0x6e69_616d, 0])
        #expect(module.all(16).map { Array($0.operands[1...]) } == [[17, 8, 8, 1]])
        #expect(module.all(14).map(\.operands) == [[5348, 1]])
        #expect(module.all(17).map { $0.operands[0] } == [1, 10, 11, 5347])
    }

    @Test("Other formats need no other capabilities, and images of each have functions of their own")
    func formats() throws {
        let program = try kernel(
            """
            kernel vec4 k(sampler a, sampler b, sampler c) {
                return sample(a, vec2(0.5)) + sample(b, vec2(0.5)) + sample(c, vec2(0.5));
            }
            """)
        func module(_ formats: [PixelFormat], _ output: PixelFormat) throws -> DecodedModule {
            let layout = KernelLayout(
                images: formats.map { ImageLayout(format: $0, interpolation: .nearest) }, output: output)
            return try DecodedModule(SPIRVKernel(program, layout: layout, controls: SPIRVFloatControls()).words)
        }
        let (floats, mixed) = (
            try module([.RGBAf, .RGBAf, .RGBAf], .RGBAf), try module([.RGBA8, .RGBAh, .RGBA8], .RGBA16)
        )
        #expect(mixed.all(17).map { $0.operands[0] } == [1, 10, 11, 5347])
        // Integers have 32 or 64 bits, and floats too.
        #expect(Set(mixed.all(21).map { $0.operands[1] }) == [32, 64])
        #expect(Set(mixed.all(22).map { $0.operands[1] }) == [32, 64])
        #expect(floats.all(54).count == 2 && mixed.all(54).count == 3)
        // Pixels are read and written whole: two words of the result are stored at once.
        #expect(mixed.all(62).count == 1 && mixed.all(62)[0].operands[3] == 8)
    }

    @Test("Float controls are demanded for the sizes that have them")
    func floatControls() throws {
        let module = try Self.module(
            "kernel vec4 k() { return vec4(1.0); }",
            controls: SPIRVFloatControls(single: [.roundsToNearest, .denormals], double: .roundsToNearest))
        #expect(module.all(17).map { $0.operands[0] } == [1, 10, 11, 5347, 4464, 4467])
        #expect(module.all(16).dropFirst().map { Array($0.operands[1...]) } == [[4459, 32], [4462, 32], [4462, 64]])
    }

    @Test("No sum or product may be contracted")
    func contraction() throws {
        let module = try Self.module(
            "kernel vec4 k(sampler s, float f) { return (sample(s, vec2(f)) * f - f) / destCoord().x + mod(f, 3.0); }")
        let exact = Set(module.all(71).filter { $0.operands[1] == 42 }.map { $0.operands[0] })
        // Negations, sums, differences, products and quotients of floats, and vectors times scalars.
        let arithmetic = [127, 129, 131, 133, 136, 142].flatMap { module.all($0).map { $0.operands[1] } }
        #expect(arithmetic.count > 10)
        #expect(exact == Set(arithmetic))
    }

    @Test("Operands are hidden only if the device needs it")
    func hiddenOperands() throws {
        let text = "kernel vec4 k(__sample s) { return s / 0.0; }"
        let plain = try Self.module(text)
        let hidden = try Self.module(text, controls: SPIRVFloatControls(hidesOperands: true))
        // Four quotients have two operands each, which become ints and floats again.
        #expect(hidden.all(124).count == plain.all(124).count + 16)
        #expect(hidden.all(136).count == 4 && plain.all(136).count == 4)
    }

    @Test("A type and a constant are declared once")
    func declarations() throws {
        let module = try Self.module(
            "kernel vec4 k(sampler s) { return sample(s, vec2(0.5)) * 0.5 + sample(s, vec2(0.5, 0.25)) + 0.25; }")
        for code in [19, 20, 21, 22, 23, 30, 32, 33] {
            let types = module.all(code).map { Array($0.operands.dropFirst()) }
            #expect(Set(types).count == types.count, "type \(code)")
        }
        let constants = module.all(43).map { [$0.operands[0]] + $0.operands.dropFirst(2) }
        #expect(Set(constants).count == constants.count)
        // A function for the sample, one for the pixels of a row, one for a pixel, and the entry point.
        #expect(module.all(54).count == 4)
    }

    @Test("Structured exits need loops only where they leave others")
    func loops() throws {
        func loops(_ body: String) throws -> Int {
            try Self.module("kernel vec4 k(__sample s) { float v = s.r; \(body) return vec4(v); }").all(246).count
        }
        #expect(try loops("if (v > 0.5) { v = v * v * v / 3.0; }") == 0)
        #expect(try loops("while (v < 9.0) { v = v * 2.0 + 1.0; }") == 1)
        #expect(try loops("while (v < 9.0) { v = v * 2.0 + 1.0; if (v == 7.0) break; v += 1.0; }") == 1)
        // The loop, and its body up to where `continue` leads.
        #expect(
            try loops("for (int i = 0; i < 9; i++) { v = v / 2.0; if (v == 7.0) continue; v += s.g; v /= s.b; }") == 2)
    }

    @Test("Programs that can't be written are refused with a reason")
    func refusals() throws {
        let program = try kernel("kernel vec4 k(__sample s) { return s; }")
        #expect(throws: SPIRVEmissionError.unsupportedFormat("ARGB8")) {
            try SPIRVKernel(
                program, layout: KernelLayout(images: [ImageLayout(format: .ARGB8)], output: .RGBAf),
                controls: SPIRVFloatControls())
        }
        #expect(throws: SPIRVEmissionError.unsupportedFormat("RGBh")) {
            try SPIRVKernel(
                program, layout: KernelLayout(images: [ImageLayout()], output: .RGBh), controls: SPIRVFloatControls())
        }
        #expect(throws: SPIRVEmissionError.invalidProgram("the layout has 0 images")) {
            try SPIRVKernel(program, layout: KernelLayout(imageCount: 0), controls: SPIRVFloatControls())
        }
        var large = try kernel("kernel vec4 k() { float a[9]; a[int(destCoord().x)] = 1.0; return vec4(a[3]); }")
        large.arrays[0].count = 1 << 40
        #expect(throws: SPIRVEmissionError.arraysTooLarge(scalars: 1 << 40, limit: 8192)) {
            try SPIRVKernel(large, layout: KernelLayout(imageCount: 0), controls: SPIRVFloatControls())
        }
        let lines = String(repeating: "v = v * 1.0001 + s.g;\n", count: 5000)
        let long = try kernel("kernel vec4 k(__sample s) { float v = s.r;\n\(lines)return vec4(v); }")
        #expect(throws: SPIRVEmissionError.tooLong(instructions: long.instructionCount, limit: 4000)) {
            try SPIRVKernel(long, layout: KernelLayout(imageCount: 1), controls: SPIRVFloatControls())
        }
    }
}
