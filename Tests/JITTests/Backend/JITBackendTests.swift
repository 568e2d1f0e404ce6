import Dispatch
import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Synchronization
import TestSupport
import Testing

@testable import JIT

@Suite struct JITBackendTests {
    private static func program(_ text: String) throws -> Program {
        try #require(KernelCompiler.compile(KernelSource(text: text)).kernels.first)
    }

    private static let swap = "kernel vec4 swap(__sample s, float x) { return s.bgra * x; }"

    /// A code generator whose kernels paint one colour. It records the programs that it is called with.
    private final class Painter: KernelCodeGenerator {
        struct Refusal: Error {}

        let made = ReportLog()
        let refuses: Bool
        let gate = DispatchSemaphore(value: 0)
        let waits: Bool

        init(refuses: Bool = false, waits: Bool = false) { (self.refuses, self.waits) = (refuses, waits) }

        func supports(_ format: PixelFormat, on processor: TargetProcessor) -> Bool { format == .RGBA8 }

        func prepare(
            _ program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int
        ) throws -> any PreparedKernel {
            made.add("\(program.name) \(stepBudget)")
            if waits { gate.wait() }
            if refuses { throw Refusal() }
            return Paint()
        }
    }

    private struct Paint: PreparedKernel {
        var color: SIMD4<Float> = [1, 2, 3, 4]

        func run(arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView) throws {
            let raster = Raster(bounds: region)
            raster.fill(region, with: color)
            output.pack(raster)
        }
    }

    private static func backend(
        _ generator: Painter?, compilation: JITBackend.Compilation = .immediate, log: ReportLog = ReportLog(),
        location: LLVMLibrary.Location = .standard
    ) -> JITBackend {
        JITBackend(
            interpreter: InterpreterBackend(stepBudget: 99), compilation: compilation,
            store: MachineCodeStore(location: location, report: log.add), generator: generator, report: log.add)
    }

    private static func run(_ kernel: any PreparedKernel) throws -> SIMD4<Float> {
        let source = Raster(bounds: PixelRect(x: 0, y: 0, width: 2, height: 2))
        source.fill(source.bounds, with: [0.25, 0.5, 0.75, 1])
        let output = Raster(bounds: source.bounds)
        let binding = SamplerBinding(raster: source, extent: source.bounds.cgRect)
        try kernel.run(
            arguments: KernelArguments(components: [[], [2]]), images: [binding], region: source.bounds, output: output)
        return output[1, 1]
    }

    private static let painted: SIMD4<Float> = [1, 2, 3, 4]
    private static let interpreted: SIMD4<Float> = [1.5, 1, 0.5, 2]

    @Test("without machine code, the back end's name is the interpreter's") func name() {
        #expect(Self.backend(Painter(), location: .none).name == "interpreter")
        #expect(Self.backend(nil).name == "interpreter")
    }

    @Test func runsAKernel() throws {
        let program = try Self.program("kernel vec4 k(float x) { return vec4(x, destCoord(), 1.0); }")
        let output = Raster(bounds: PixelRect(x: -3, y: 2, width: 5, height: 3))
        try JITBackend(interpreter: InterpreterBackend()).prepare(program).run(
            arguments: KernelArguments(components: [[0.25]]), images: [], region: output.bounds, output: output)
        for y in 2..<5 { for x in -3..<2 { #expect(output[x, y] == [0.25, Float(x) + 0.5, Float(y) + 0.5, 1]) } }
    }

    @Test func eightThreadsCompileOnce() throws {
        let (generator, program) = (Painter(), try Self.program(Self.swap))
        let backend = Self.backend(generator)
        let wrong = ReportLog()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let result = try? Self.run(backend.prepare(program))
            if result != Self.painted { wrong.add("\(String(describing: result))") }
        }
        #expect(wrong.lines == [])
        #expect(generator.made.lines == ["swap 99"])
        // Another layout needs new code.
        var layout = KernelLayout(imageCount: 1)
        layout.images[0].isAligned = true
        _ = try backend.prepare(program, layout: layout)
        #expect(generator.made.count == 2)
    }

    @Test func constantsThatCompareEqualAreToldApart() throws {
        let generator = Painter()
        let backend = Self.backend(generator)
        var program = try Self.program("kernel vec4 zero(float x) { return vec4(x) / 0.0; }")
        func replace(_ value: Float) {
            func changed(_ instruction: Instruction) -> Instruction {
                guard case .constantFloat = instruction.opcode else { return instruction }
                var instruction = instruction
                instruction.opcode = .constantFloat(value)
                return instruction
            }
            program.prologue = program.prologue.map(changed)
            program.body = program.body.map {
                if case .compute(let instruction) = $0 { .compute(changed(instruction)) } else { $0 }
            }
        }
        for value in [0, -0.0, 0] as [Float] {
            replace(value)
            _ = try backend.prepare(program)
        }
        #expect(generator.made.count == 2)
    }

    @Test func whatCannotBeCompiledIsInterpreted() throws {
        let log = ReportLog()
        let backend = Self.backend(Painter(refuses: true), log: log)
        let program = try Self.program(Self.swap)
        #expect(try Self.run(backend.prepare(program)) == Self.interpreted)
        _ = try backend.prepare(program)
        #expect(log.count == 1)
        #expect(log.lines.first?.contains("swap") == true)
    }

    @Test func theSandboxIsNeverLeft() throws {
        let generator = Painter()
        var program = try Self.program(Self.swap)
        let backend = Self.backend(generator)
        #expect(try Self.run(backend.prepare(program)) == Self.painted)
        program.requiresSandbox = true
        #expect(try Self.run(backend.prepare(program)) == Self.interpreted)
        #expect(generator.made.count == 1)
    }

    @Test func withoutLLVMEverythingIsInterpretedAndItIsSaidOnce() throws {
        let (log, generator) = (ReportLog(), Painter())
        let backend = Self.backend(generator, log: log, location: .named("/nowhere/libLLVM.so"))
        #expect(!backend.compiles && !backend.isAvailable)
        #expect(backend.canRead(.RGBAf) && !backend.canRead(.RGBA8) && !backend.canWrite(.RGBA8))
        for text in [Self.swap, "kernel vec4 other(__sample s, float x) { return s.bgra * x; }"] {
            #expect(try Self.run(backend.prepare(Self.program(text))) == Self.interpreted)
        }
        #expect(generator.made.count == 0)
        #expect(log.count == 1)
    }

    @Test func whereCodeIsGeneratedItsFormatsAreRead() {
        let backend = Self.backend(Painter())
        #expect(backend.compiles)
        #expect(backend.canRead(.RGBAf) && backend.canRead(.RGBA8) && backend.canWrite(.RGBA8))
        #expect(!backend.canRead(.RGBA16) && !backend.canWrite(.RGBA16))
    }

    /// Code is generated for the store's processor. Level 2 of x86-64 has no conversion of half floats.
    @Test(arguments: [2, 3]) func formatsDependOnTheProcessorOfTheStore(level: Int) {
        let backend = JITBackend(
            interpreter: InterpreterBackend(), store: MachineCodeStore(processor: .level(level)))
        #expect(backend.canRead(.RGBAh) == (backend.isAvailable && level > 2))
        #expect(backend.canWrite(.RGBA8) == backend.isAvailable)
    }

    @Test func theInterpreterServesUntilTheCodeIsReady() throws {
        let generator = Painter(waits: true)
        let kernel = try Self.backend(generator, compilation: .background).prepare(Self.program(Self.swap))
        #expect(try Self.run(kernel) == Self.interpreted)
        generator.gate.signal()
        let end = Date(timeIntervalSinceNow: 20)
        var result = try Self.run(kernel)
        while result != Self.painted && Date() < end {
            usleep(1000)
            result = try Self.run(kernel)
        }
        #expect(result == Self.painted)
    }

    @Test func aFailureInTheBackgroundIsReportedAndInterpreted() throws {
        let log = ReportLog()
        let backend = Self.backend(Painter(refuses: true), compilation: .background, log: log)
        let kernel = try backend.prepare(Self.program(Self.swap))
        let end = Date(timeIntervalSinceNow: 20)
        while log.count == 0 && Date() < end { usleep(1000) }
        #expect(log.count == 1)
        #expect(try Self.run(kernel) == Self.interpreted)
    }

    /// A generator with two tiers: kernels paint at once, and paint another colour when they are optimised.
    private struct TwoTiers: KernelCodeGenerator {
        let gate = DispatchSemaphore(value: 0)
        var refusesBaseline = false
        var refuses = false

        func supports(_ format: PixelFormat, on processor: TargetProcessor) -> Bool { true }

        func prepare(
            _ program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int
        ) throws -> any PreparedKernel {
            Issue.record("the optimised kernel is requested at once")
            return Paint()
        }

        func tiers(
            of program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int
        ) throws -> KernelTiers {
            .missing(
                baseline: {
                    if refusesBaseline { throw Painter.Refusal() }
                    return Paint()
                },
                optimized: {
                    gate.wait()
                    if refuses { throw Painter.Refusal() }
                    return Paint(color: [5, 6, 7, 8])
                })
        }
    }

    private static func tiered(_ generator: TwoTiers, log: ReportLog = ReportLog()) -> JITBackend {
        JITBackend(
            interpreter: InterpreterBackend(stepBudget: 99), compilation: .tiered, store: MachineCodeStore(),
            generator: generator, report: log.add)
    }

    @Test func baselineCodeServesUntilTheOptimisedCodeIsReady() throws {
        let generator = TwoTiers()
        let kernel = try Self.tiered(generator).prepare(Self.program(Self.swap))
        #expect(try Self.run(kernel) == Self.painted)
        generator.gate.signal()
        let end = Date(timeIntervalSinceNow: 20)
        while try Self.run(kernel) == Self.painted && Date() < end { usleep(1000) }
        #expect(try Self.run(kernel) == [5, 6, 7, 8])
    }

    @Test func baselineCodeStaysIfThereIsNoOther() throws {
        let (log, generator) = (ReportLog(), TwoTiers(refuses: true))
        let kernel = try Self.tiered(generator, log: log).prepare(Self.program(Self.swap))
        generator.gate.signal()
        let end = Date(timeIntervalSinceNow: 20)
        while log.count == 0 && Date() < end { usleep(1000) }
        #expect(log.lines.count == 1 && log.lines.first?.contains("'swap' isn't optimised") == true)
        #expect(try Self.run(kernel) == Self.painted)
    }

    @Test func withoutBaselineCodeOptimisedCodeIsAwaited() throws {
        let generator = TwoTiers(refusesBaseline: true)
        // One for the other thread, one for this.
        for _ in 0..<2 { generator.gate.signal() }
        let kernel = try Self.tiered(generator).prepare(Self.program(Self.swap))
        #expect(try Self.run(kernel) == [5, 6, 7, 8])
    }

    @Test func withoutCodeOfEitherTierKernelsAreInterpreted() throws {
        let (log, generator) = (ReportLog(), TwoTiers(refusesBaseline: true, refuses: true))
        for _ in 0..<2 { generator.gate.signal() }
        let kernel = try Self.tiered(generator, log: log).prepare(Self.program(Self.swap))
        #expect(try Self.run(kernel) == Self.interpreted)
        #expect(log.lines.contains { $0.contains("'swap' is interpreted") })
    }

    /// For images in other formats that a kernel samples at any point, the back end doesn't use the interpreter
    /// meanwhile: it would convert the whole image for each tile.
    @Test func imagesReadAnywhereInOtherFormatsAreNotLeftToTheInterpreter() throws {
        let program = try Self.program(
            "kernel vec4 far(sampler s, float x) { return sample(s, samplerCoord(s) * x); }")
        var layout = KernelLayout(imageCount: 1)
        let generator = Painter(waits: true)
        let backend = Self.backend(generator, compilation: .background)
        _ = try backend.prepare(program, layout: layout)
        layout.images[0].format = .RGBA8
        generator.gate.signal()
        generator.gate.signal()
        #expect(try Self.run(backend.prepare(program, layout: layout)) == Self.painted)
    }

    @Test func errorsAreTheInterpretersOwn() throws {
        let program = try Self.program(
            "kernel vec4 long(float x) { float y = x; for (int i = 0; i < 1000; i++) { y += 1.0; } return vec4(y); }")
        let output = Raster(bounds: PixelRect(x: 0, y: 0, width: 1, height: 1))
        let kernel = try Self.backend(nil).prepare(program)
        #expect(
            throws: KernelRunError.stepBudgetExceeded(kernel: "long", file: "<kernel>", x: 0, y: 0, budget: 99)
        ) {
            try kernel.run(
                arguments: KernelArguments(components: [[1]]), images: [], region: output.bounds, output: output)
        }
    }
}
