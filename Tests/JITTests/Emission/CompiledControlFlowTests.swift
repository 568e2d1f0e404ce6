import ImageGraph
import Interpreter
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing

@testable import JIT

/// Compares compiled kernels with the interpreter in budgets, tilings, vector widths and nested loops.
@Suite(.needsCodeGeneration) struct CompiledControlFlowTests {
    private func run(
        _ kernel: any PreparedKernel, seed: UInt64, region: PixelRect, into output: Raster? = nil
    ) throws -> Raster {
        let output = output ?? Raster(bounds: region)
        try kernel.run(
            arguments: KernelArguments(components: RandomKernel.arguments(seed: seed)),
            images: RandomKernel.images(seed: seed), region: region, output: output)
        return output
    }

    private func layout(seed: UInt64) -> KernelLayout {
        KernelComparison.layout(RandomKernel.images(seed: seed))
    }

    /// The step budget counts the iterations of each pixel. The budget of the slowest pixel is enough. With one step
    /// less, the error names a pixel that needs more.
    @Test func budgetIsExact() throws {
        let looping = try (UInt64(0)..<12).filter(expectExactBudget)
        #expect(!looping.isEmpty, "no kernel has a loop")
    }

    /// Returns whether the kernel of a seed takes steps at all.
    private func expectExactBudget(seed: UInt64) throws -> Bool {
        let program = RandomKernel.make(seed: seed + 3000, size: 40)
        let region = PixelRect(x: -2, y: 0, width: 21, height: 3)
        func interpreted(_ budget: Int, _ region: PixelRect) throws {
            _ = try run(InterpreterBackend(stepBudget: budget).prepare(program), seed: seed, region: region)
        }
        var (low, high) = (0, 4096)
        while high - low > 1 {
            let middle = (low + high) / 2
            do {
                try interpreted(middle, region)
                high = middle
            } catch is KernelRunError { low = middle }
        }
        let layout = layout(seed: seed)
        func compiled(_ budget: Int) throws {
            let kernel = try KernelComparison.compile(program, layout: layout, stepBudget: budget)
            _ = try run(kernel, seed: seed, region: region)
        }
        try compiled(high)
        guard low > 0 else { return false }
        let error = try #require(throws: KernelRunError.self) { try compiled(low) }
        guard case .stepBudgetExceeded(_, _, let x, let y, budget: low) = error else {
            Issue.record("seed \(seed): \(error)")
            return true
        }
        #expect(region.contains(PixelRect(x: x, y: y, width: 1, height: 1)), "seed \(seed)")
        #expect(throws: error, "seed \(seed)") { try interpreted(low, PixelRect(x: x, y: y, width: 1, height: 1)) }
        return true
    }

    @Test(arguments: UInt64(0)..<10) func tilesMakeTheWhole(seed: UInt64) throws {
        let program = RandomKernel.make(seed: seed + 4000, size: 40)
        let region = PixelRect(x: -5, y: -2, width: 41, height: 5)
        let kernel = try KernelComparison.compile(program, layout: layout(seed: seed))
        let whole = try run(kernel, seed: seed, region: region)
        for (width, height) in [(1, 1), (3, 2), (15, 1), (16, 5), (17, 3), (41, 1)] {
            let output = Raster(bounds: region)
            for y in stride(from: region.y, to: region.maxY, by: height) {
                for x in stride(from: region.x, to: region.maxX, by: width) {
                    let tile = PixelRect(x: x, y: y, width: width, height: height).intersection(region)
                    _ = try run(kernel, seed: seed, region: tile, into: output)
                }
            }
            #expect(KernelComparison.difference(output, whole) == nil, "tiles of \(width) × \(height)")
        }
    }

    /// Vectors of four and eight floats, on processors without and with fused multiplication.
    @Test(arguments: UInt64(0)..<10) func narrowerProcessorsAgree(seed: UInt64) throws {
        let region = PixelRect(x: -5, y: -2, width: 22, height: 3)
        for store in KernelComparison.narrowStores {
            let hasFusedMultiply = store.processor.instructions.hasFusedMultiply
            let program = RandomKernel.make(seed: seed + 5000, size: 30, hasFusedMultiply: hasFusedMultiply)
            let kernel = try KernelComparison.compile(program, layout: layout(seed: seed), store: store)
            let difference = KernelComparison.difference(
                try run(kernel, seed: seed, region: region),
                try run(KernelComparison.interpreter.prepare(program), seed: seed, region: region))
            #expect(difference == nil, "\(store.processor.lanes) lanes")
        }
    }

    /// A varying loop in a uniform one, with `break`, `continue` and an early `return`.
    @Test func loopsOfTheLanguageAgree() throws {
        let text = """
            kernel vec4 k(sampler s, float n) {
                vec2 d = destCoord();
                float sum = 0.0;
                for (int i = 0; i < int(n); i++) {
                    int j = 0;
                    while (j < 20) {
                        j++;
                        if (j == int(d.x)) continue;
                        if (float(j * i) > d.x + d.y) break;
                        sum += float(j) * 0.5;
                    }
                    if (sum > 300.0) return vec4(sum, float(i), 0.0, 1.0);
                    sum += sample(s, samplerTransform(s, d + vec2(float(i), 0.0))).r;
                }
                return vec4(sum, 0.0, 1.0, 1.0);
            }
            """
        let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: 30, height: 10))
        for i in 0..<300 { raster.pixels[i] = SIMD4(repeating: Float(i % 17) / 16) }
        let image = SamplerBinding(raster: raster, extent: raster.bounds.cgRect)
        for n in [Float(0), 1, 9, 40] {
            let difference = try KernelComparison.difference(
                try kernel(text), [[], [n]], images: [image], region: PixelRect(x: -2, y: -2, width: 37, height: 14))
            #expect(difference == nil, "\(n) repetitions")
        }
    }

    @Test func endlessLoopsEnd() throws {
        let text =
            "kernel vec4 k() { float x = 0.0; while (x < 2.0) { x = x * 0.5 + destCoord().x * 0.01; } return vec4(x); }"
        let compiled = try KernelComparison.compile(try kernel(text), stepBudget: 1000)
        let region = PixelRect(x: 0, y: 7, width: 20, height: 1)
        let output = Raster(bounds: region)
        let error = try #require(throws: KernelRunError.self) {
            try compiled.run(arguments: KernelArguments(components: []), images: [], region: region, output: output)
        }
        #expect(error == .stepBudgetExceeded(kernel: "k", file: "<kernel>", x: 0, y: 7, budget: 1000))
    }

    /// Arrays that are too large for the stack are kept elsewhere. Arrays that are too large for the memory limit are
    /// refused.
    @Test func largeArraysAgree() throws {
        let text = """
            kernel vec4 k() {
                float a[700];
                vec2 d = destCoord();
                for (int i = 0; i < 30; i++) a[int(d.x) * 20 + i * i] += float(i) + d.y;
                return vec4(a[int(d.y) * 90], a[int(d.x)], a[699], a[int(d.x) - 5]);
            }
            """
        let difference = try KernelComparison.difference(
            try kernel(text), [], region: PixelRect(x: -2, y: 0, width: 37, height: 8))
        #expect(difference == nil)
        var program = try kernel(text)
        program.arrays[0].count = 1 << 20
        for (level, lanes) in [(3, 16), (4, 32)] {
            // Each pixel of those that are computed at a time has an array of a million floats.
            #expect(throws: EmissionError.arraysTooLarge(needed: lanes << 22, limit: 16 << 20)) {
                _ = try KernelEmitter(program, layout: KernelLayout(imageCount: 0), processor: .level(level))
            }
        }
    }
}
