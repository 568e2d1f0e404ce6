import Foundation
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// PTX of kernels: the instructions that LLVM selects.
@Suite(.needsCodeGeneration, .needsPTX) struct PTXTests {
    private static let store = PTXStore()

    /// Returns the PTX of a program.
    static func text(_ program: Program, _ layout: KernelLayout? = nil) throws -> String {
        try store.kernel(program, layout: layout ?? KernelLayout(imageCount: program.samplerCount)).text
    }

    static func violations(_ program: Program, _ layout: KernelLayout? = nil) throws -> [String] {
        var isFused = false
        program.forEachInstruction { if $0.opcode == .fusedMultiplyAdd { isFused = true } }
        return PTXRules.violations(in: try text(program, layout), allowsFusedMultiply: isFused)
    }

    /// Every instruction, on varying, uniform and constant operands.
    @Test(arguments: InstructionProbe.opcodes.indices) func instructions(index: Int) throws {
        for program in InstructionProbe.programs(index: index)
            + InstructionProbe.programsWithConstants(index: index)
        {
            let violations = try Self.violations(program)
            #expect(violations == [])
        }
    }

    /// Selections of the kernel language that could be minima or maxima.
    @Test(arguments: ["x < 0.0 ? x : 0.0", "0.0 > x ? x : 0.0", "min(x, 0.0)", "max(0.0, x)", "clamp(x, 0.0, 1.0)"])
    func selections(expression: String) throws {
        let text = "kernel vec4 k(__sample s) { float x = s.r; return vec4(\(expression)); }"
        #expect(try Self.violations(try kernel(text)) == [])
        let branch = "kernel vec4 k(__sample s) { float x = s.r; if (x < 0.0) x = 0.0; return vec4(x); }"
        #expect(try Self.violations(try kernel(branch)) == [])
    }

    /// LLVM makes a minimum of two comparisons with the same number. That is exact, as is no other use of it.
    @Test func comparisons() throws {
        let text = try Self.text(try kernel("kernel vec4 k(__sample s) { return s; }"))
        let compared = "\tmin.f32 \t%f997, %f998, %f999;\n\tsetp.lt.f32 \t%p999, %f997, 0f3F000000;\n"
        for (addition, count) in [(compared, 0), (compared + "\tmov.f32 \t%f996, %f997;\n", 1)] {
            let changed = text.replacing("\tret;", with: addition + "\tret;", maxReplacements: 1)
            #expect(changed != text)
            #expect(PTXRules.violations(in: changed, allowsFusedMultiply: true).count == count)
        }
    }

    @Test func randomKernels() throws {
        for seed in UInt64(0)..<120 {
            let program = RandomKernel.make(
                seed: seed, size: 20 + Int(seed % 40), hasFusedMultiply: seed.isMultiple(of: 4))
            let layout = KernelComparison.layout(RandomKernel.images(seed: seed))
            let violations = try Self.violations(program, layout)
            #expect(violations == [], "seed \(seed)")
        }
    }

    @Test func randomKernelsInOtherFormats() throws {
        for seed in UInt64(0)..<40 {
            let program = RandomKernel.make(
                seed: seed, size: 20 + Int(seed % 40), hasFusedMultiply: seed.isMultiple(of: 4))
            let layout = DeviceTextFormatTests.layout(seed)
            let violations = try Self.violations(program, layout)
            #expect(violations == [], "seed \(seed)")
        }
    }

    /// Pixels are accessed as a whole: in one, two or four words.
    @Test(arguments: zip([PixelFormat.RGBA8, .BGRA8, .RGBA16, .RGBAh, .RGBAf], ["", "", "v2.", "v2.", "v4."]))
    func formats(format: PixelFormat, vector: String) throws {
        let text = try Self.text(
            try kernel("kernel vec4 k(__sample s) { return s; }"),
            KernelLayout(images: [ImageLayout(format: format, isAligned: true)], output: format))
        let lines = text.split(separator: "\n").map { $0.drop { $0 == "\t" } }
        let stores = lines.filter { $0.hasPrefix("st.") && !$0.hasPrefix("st.param") }
        #expect(stores.count == 1 && stores[0].hasPrefix("st.global.\(vector)"))
        let loads = lines.filter { $0.hasPrefix("ld.global.") && !$0.contains("64 ") }
        #expect(loads.count == 1 && loads[0].hasPrefix("ld.global.nc.\(vector)"), "\(loads)")
    }

    /// The sampling function of an image with many samples isn't inlined, but it is defined.
    @Test func callsAreOfDefinedFunctions() throws {
        let samples = (0...DeviceKernelEmitter.maximumInlinedSamples)
            .map { "sum += sample(s, samplerTransform(s, d * \($0 + 2).0));" }
        let program = try kernel(
            "kernel vec4 k(sampler s) { vec2 d = destCoord(); vec4 sum = vec4(0.0);" + samples.joined()
                + "return sum; }")
        let text = try Self.text(program)
        let calls = text.components(separatedBy: "call.uni").count - 1
        #expect(calls == samples.count)
        #expect(PTXRules.violations(in: text, allowsFusedMultiply: false) == [])
        let changed = text.replacing("\tsample_RGBAf_linear_transparent,", with: "\tsine,")
        #expect(PTXRules.violations(in: changed, allowsFusedMultiply: false).count == calls)
    }

    /// The rules find what they are for.
    @Test(arguments: [
        "mul.f32 %f1, %f2, %f3;", "add.f64 %fd1, %fd2, %fd3;", "sqrt.approx.f32 %f1, %f2;",
        "add.rn.ftz.f32 %f1, %f2, %f3;", "div.full.f32 %f1, %f2, %f3;", "fma.rn.f32 %f1, %f2, %f3, %f4;",
        "ex2.approx.ftz.f32 %f1, %f2;", "sin.approx.f32 %f1, %f2;", "min.f32 %f1, %f2, %f3;",
        "cvt.rz.f32.f64 %f1, %fd1;", "cvt.f32.f64 %f1, %fd1;", "@%p1 mad.rn.f32 %f1, %f2, %f3, %f4;",
        "cvt.sat.f32.f32 %f1, %f2;", "add.rn.f16 %h1, %h2, %h3;",
    ])
    func rulesFindInexactInstructions(instruction: String) throws {
        let text = try Self.text(try kernel("kernel vec4 k(__sample s) { return s * s / 3.0 + sqrt(s); }"))
        #expect(PTXRules.violations(in: text, allowsFusedMultiply: false) == [])
        let end = try #require(text.range(of: "\tret;"))
        let changed = text.replacingCharacters(in: end, with: "\t\(instruction)\n\tret;")
        #expect(PTXRules.violations(in: changed, allowsFusedMultiply: false) == [instruction])
    }

    /// A library without a code generator for PTX, and a text that isn't LLVM's, are errors.
    @Test func errors() throws {
        let compiler = PTXCompiler(library: try LLVMLibrary.shared.get())
        let error = #expect(throws: CompilationError.self) { try compiler.ptx(from: "define void @kernel( {") }
        guard case .rejected(let message)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(message.contains("kernel:1:"))
    }
}

extension Trait where Self == ConditionTrait {
    /// For suites that generate PTX, for which LLVM needs a code generator that not every build has.
    static var needsPTX: Self {
        .enabled(
            if: (try? PTXCompiler(library: LLVMLibrary.shared.get()).ptx(from: "")) != nil,
            "LLVM has no code generator for PTX here: install Debian's libllvm19 (make setup does)")
    }
}
