import ImageGraph
import Interpreter
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing
import Vulkan

/// Budgets, tilings and loops on the device, against the interpreter.
@Suite("Control flow on Vulkan", .needsVulkan) struct VulkanControlFlowTests {
    private static func comparison(_ program: Program, seed: UInt64, _ region: PixelRect) -> VulkanComparison {
        VulkanComparison(
            program: program, arguments: RandomKernel.arguments(seed: seed), images: RandomKernel.images(seed: seed),
            region: region)
    }

    private static func run(_ kernel: any PreparedKernel, seed: UInt64, _ region: PixelRect, into output: Raster)
        throws
    {
        try kernel.run(
            arguments: KernelArguments(components: RandomKernel.arguments(seed: seed)),
            images: RandomKernel.images(seed: seed), region: region, output: output)
    }

    /// The step budget counts the iterations of each pixel. The budget of the slowest pixel is enough. With one step
    /// less, the error names a pixel that needs more.
    @Test func budgetIsExact() throws {
        let looping = try (UInt64(0)..<8).filter(expectExactBudget)
        #expect(!looping.isEmpty, "no kernel has a loop")
        Lavapipe.expectNoMessages()
    }

    /// Returns whether the kernel of a seed takes steps at all.
    private func expectExactBudget(seed: UInt64) throws -> Bool {
        let program = RandomKernel.make(seed: seed + 3000, size: 40)
        let region = PixelRect(x: -2, y: 0, width: 21, height: 3)
        func interpreted(_ budget: Int, _ region: PixelRect) throws {
            try Self.run(
                InterpreterBackend(stepBudget: budget).prepare(program), seed: seed, region,
                into: Raster(bounds: region))
        }
        var (low, high) = (0, 4096)
        while high - low > 1 {
            let middle = (low + high) / 2
            do {
                try interpreted(middle, region)
                high = middle
            } catch is KernelRunError { low = middle }
        }
        func onDevice(_ budget: Int) throws {
            let kernel = try Self.comparison(program, seed: seed, region).kernel(stepBudget: budget)
            try Self.run(kernel, seed: seed, region, into: Raster(bounds: region))
        }
        try onDevice(high)
        guard low > 0 else { return false }
        let error = try #require(throws: KernelRunError.self) { try onDevice(low) }
        guard case .stepBudgetExceeded(_, _, let x, let y, budget: low) = error else {
            Issue.record("seed \(seed): \(error)")
            return true
        }
        #expect(throws: error, "seed \(seed)") { try interpreted(low, PixelRect(x: x, y: y, width: 1, height: 1)) }
        return true
    }

    @Test(arguments: UInt64(0)..<4) func tilesMakeTheWhole(seed: UInt64) throws {
        let region = PixelRect(x: -5, y: -2, width: 41, height: 5)
        let kernel = try Self.comparison(RandomKernel.make(seed: seed + 4000, size: 40), seed: seed, region).kernel()
        let whole = Raster(bounds: region)
        try Self.run(kernel, seed: seed, region, into: whole)
        for (width, height) in [(1, 1), (3, 2), (8, 8), (9, 5), (41, 1)] {
            // A margin that no tile may write.
            let output = Raster(bounds: region.outset(by: 1))
            output.fill(output.bounds, with: SIMD4(repeating: 77))
            for y in stride(from: region.y, to: region.maxY, by: height) {
                for x in stride(from: region.x, to: region.maxX, by: width) {
                    let tile = PixelRect(x: x, y: y, width: width, height: height).intersection(region)
                    try Self.run(kernel, seed: seed, tile, into: output)
                }
            }
            for y in output.bounds.y..<output.bounds.maxY {
                for x in output.bounds.x..<output.bounds.maxX {
                    let isInside = region.contains(PixelRect(x: x, y: y, width: 1, height: 1))
                    let expected = isInside ? whole[x, y] : SIMD4(repeating: 77)
                    let isEqual = (0..<4).allSatisfy { output[x, y][$0].bitPattern == expected[$0].bitPattern }
                    #expect(isEqual, "(\(x), \(y)) of tiles of \(width) × \(height)")
                }
            }
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
                        if (j == 17 && i == 31) return vec4(-1.0);
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
            let tally = try VulkanComparison(
                program: kernel(text), arguments: [[], [n]], images: [image],
                region: PixelRect(x: -2, y: -2, width: 37, height: 14)
            ).tally()
            #expect(tally.wrong.isEmpty && tally.equalBits == tally.results, "\(n) repetitions: \(tally)")
        }
    }

    @Test func largeArraysAgree() throws {
        let text = """
            kernel vec4 k() {
                float a[700];
                vec2 d = destCoord();
                for (int i = 0; i < 30; i++) a[int(d.x) * 20 + i * i] += float(i) + d.y;
                return vec4(a[int(d.y) * 90], a[int(d.x)], a[699], a[int(d.x) - 5]);
            }
            """
        let tally = try VulkanComparison(
            program: kernel(text), region: PixelRect(x: -2, y: 0, width: 37, height: 8)
        ).tally()
        #expect(tally.wrong.isEmpty && tally.equalBits == tally.results, "\(tally)")
    }

    @Test func warpsAgree() throws {
        let tally = try VulkanComparison(
            program: kernel("kernel vec2 k(float f) { return destCoord().yx * f + vec2(1.0, 2.0); }"),
            arguments: [[0.7]], region: PixelRect(x: -2, y: 0, width: 37, height: 8)
        ).tally()
        #expect(tally.wrong.isEmpty && tally.equalBits == tally.results, "\(tally)")
    }
}
