import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Tests that loops end when their rendering is stopped, and that their iterations are counted, in machine code and in
/// the interpreter.
@Suite("Stopped kernels", .needsCodeGeneration)
struct StoppingTests {
    private static let uniform =
        "kernel vec4 k(float turns) { float x = 0.0; for (int i = 0; float(i) < turns; ++i) x = x * 0.5 + 1.0; return vec4(x); }"
    private static let varying =
        "kernel vec4 k(float turns) { float x = 0.0; for (int i = 0; float(i) < turns + destCoord().x - 0.5; ++i) x = x * 0.5 + 1.0; return vec4(x); }"

    // Far more than a machine does before the deadline below.
    private static let endless = 1 << 30

    private static func kernels(_ text: String, budget: Int = 1000) throws -> [any PreparedKernel] {
        let program = try kernel(text)
        let interpreter = InterpreterBackend(stepBudget: budget)
        return [
            try KernelComparison.compile(program, stepBudget: interpreter.stepBudget), try interpreter.prepare(program),
        ]
    }

    private static func run(
        _ kernel: any PreparedKernel, turns: Float, _ region: PixelRect, _ meter: WorkMeter?
    ) throws -> Raster {
        let output = Raster(bounds: region)
        try WorkMeter.$current.withValue(meter) {
            try kernel.run(
                arguments: KernelArguments(components: [[turns]]), images: [], region: region, output: output)
        }
        return output
    }

    @Test("a loop that would go on for minutes ends at the deadline", arguments: [uniform, varying])
    func deadline(_ text: String) throws {
        for kernel in try Self.kernels(text, budget: Self.endless) {
            let meter = WorkMeter()
            meter.begin(deadline: .milliseconds(20), steps: nil)
            #expect(throws: WorkMeter.Stopped(reason: .deadline(.milliseconds(20)))) {
                _ = try Self.run(kernel, turns: 1e9, PixelRect(x: 0, y: 0, width: 64, height: 64), meter)
            }
        }
    }

    @Test(
        "a pixel over its own budget is an error of the kernel, with and without a meter",
        arguments: [uniform, varying])
    func budget(_ text: String) throws {
        for kernel in try Self.kernels(text) {
            for meter in [nil, WorkMeter()] {
                #expect(throws: KernelRunError.self) {
                    _ = try Self.run(kernel, turns: 5000, PixelRect(x: 0, y: 0, width: 64, height: 4), meter)
                }
            }
        }
    }

    @Test("the largest budget can be stopped") func largestBudget() throws {
        for kernel in try Self.kernels(Self.uniform, budget: .max) {
            let meter = WorkMeter()
            meter.begin(deadline: .milliseconds(20), steps: nil)
            #expect(throws: WorkMeter.Stopped.self) {
                _ = try Self.run(kernel, turns: 3e9, PixelRect(x: 0, y: 0, width: 16, height: 1), meter)
            }
        }
    }

    @Test("repetitions are counted for every pixel") func counting() throws {
        // The width is a multiple of a block, because lanes that repeat a pixel are counted, too. A loop of n
        // iterations is entered n + 1 times.
        let region = PixelRect(x: 0, y: 0, width: 64, height: 8)
        for (text, expected) in [
            (Self.uniform, 64 * 8 * 11), (Self.varying, 8 * (0..<64).reduce(0) { $0 + 11 + $1 }),
        ] {
            for kernel in try Self.kernels(text) {
                let meter = WorkMeter()
                _ = try Self.run(kernel, turns: 10, region, meter)
                #expect(meter.steps == expected)
            }
        }
    }

    @Test("a rendering's steps end its loops, soon after they are used up", arguments: [uniform, varying])
    func stepsUsedUp(_ text: String) throws {
        for kernel in try Self.kernels(text) {
            let meter = WorkMeter()
            meter.begin(deadline: nil, steps: 10_000)
            #expect(throws: WorkMeter.Stopped(reason: .steps(10_000))) {
                _ = try Self.run(kernel, turns: 500, PixelRect(x: 0, y: 0, width: 256, height: 64), meter)
            }
            // The count may exceed the limit by the steps of one block of the interpreter.
            #expect(meter.steps < 10_000 + 4096 * 1000)
        }
    }

    @Test("pixels are the same with a meter as without") func same() throws {
        let region = PixelRect(x: -7, y: -3, width: 77, height: 9)
        for kernel in try Self.kernels(Self.varying) {
            let meter = WorkMeter()
            meter.begin(deadline: .seconds(86_400), steps: 1 << 50)
            let (limited, free) = (
                try Self.run(kernel, turns: 20, region, meter), try Self.run(kernel, turns: 20, region, nil)
            )
            #expect(KernelComparison.difference(limited, free) == nil)
        }
    }

    @Test("programs too long to compile in time are interpreted, and the log says so once") func tooLong() throws {
        let lines = { (count: Int) in String(repeating: "v = v * 1.0001 + s.g;\n", count: count) }
        let text = { (count: Int) in "kernel vec4 k(__sample s) { float v = s.r;\n\(lines(count))return vec4(v); }" }
        let (short, long) = (try kernel(text(500)), try kernel(text(5000)))
        #expect(short.instructionCount < KernelGenerator.maximumInstructions)
        #expect(long.instructionCount > KernelGenerator.maximumInstructions)
        #expect(throws: EmissionError.self) { try KernelComparison.compile(long) }
        let log = ReportLog()
        let backend = JITBackend(
            interpreter: InterpreterBackend(), store: KernelComparison.store, report: { log.add($0) })
        for _ in 0..<2 { _ = try backend.prepare(long, layout: KernelLayout(imageCount: 1)) }
        #expect(log.lines.count == 1 && log.lines[0].contains("instructions"))
        #expect(try KernelComparison.compile(short) is CompiledKernel)
        // A transcendental function counts as the instructions that it expands to.
        let sines = try kernel(
            "kernel vec4 k(__sample s) { float v = s.r;\n" + String(repeating: "v += sin(v);\n", count: 900)
                + "return vec4(v); }")
        #expect(sines.instructionCount < KernelGenerator.maximumInstructions)
        #expect(throws: EmissionError.self) { try KernelComparison.compile(sines) }
    }
}
