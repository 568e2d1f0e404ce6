import Foundation
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import JIT

@Suite("Line convolutions in generated code", .needsCodeGeneration)
struct LineConvolutionTests {
    /// Returns the weights of one of six kinds of convolutions.
    static func sets(_ shape: Int, _ random: inout SeededGenerator) -> (
        sets: [LineConvolution.WeightSet], step: Int
    ) {
        func set(_ first: Int, _ count: Int) -> LineConvolution.WeightSet {
            .init(first: first, weights: (0..<count).map { _ in random.float(in: -0.25...1) })
        }
        switch shape {
        case 0: return ([set(Int.random(in: -9...3, using: &random), Int.random(in: 1...19, using: &random))], 1)
        case 1: return ([set(-15, 31)], Int.random(in: 2...9, using: &random))
        case 2: return ((0..<4).map { _ in set(-1, 4) }, 1)
        case 3: return ((0..<[2, 3, 6, 8, 16].randomElement(using: &random)!).map { _ in set(-1, 4) }, 1)
        case 4:
            // Sets of different lengths that start anywhere, some of them empty.
            let count = Int.random(in: 1...13, using: &random)
            let sets = (0..<count).map { _ in
                set(Int.random(in: -5...20, using: &random), Int.random(in: 0...14, using: &random))
            }
            return (sets, Int.random(in: 1...17, using: &random))
        default: return ((0..<40).map { set(-6 + $0 * 3, 12) }, 120)
        }
    }

    @Test("sums as in the portable code, at every offset and width", arguments: OperatorFunctions.testProcessors)
    func sums(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        for seed in 0..<96 {
            var random = SeededGenerator(seed: UInt64(seed))
            let axis: LineConvolution.Axis = seed % 2 == 0 ? .horizontal : .vertical
            let (sets, step) = Self.sets(seed / 2 % 6, &random)
            let operation = LineConvolution(name: "test", input: .empty, axis: axis, weightSets: sets, step: step)
            let accelerated = try #require(try code.accelerated(operation))
            let image = Raster.noise(.random(around: 0, using: &random), &random)
            let region = PixelRect.random(around: image.bounds.x * sets.count / step, using: &random)
            let expected = image.exact(operation, region)
            for computation in [operation, accelerated] as [any NativeOperator] {
                let result = Raster.framed(region)
                try computation.render(inputs: [image], region: region, into: result.window(region))
                #expect(
                    result.window(region).largestError(expected) < 0x1p-20, "seed \(seed), \(type(of: computation))")
                #expect(result.frameIsIntact(around: region), "seed \(seed)")
            }
        }
    }

    @Test(
        "any region of any raster that covers what it reads gives the same bits",
        arguments: OperatorFunctions.testProcessors
    )
    func regions(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        for seed in 0..<60 {
            var random = SeededGenerator(seed: UInt64(seed))
            let (sets, step) = Self.sets(seed / 2 % 6, &random)
            let operation = try #require(
                try code.accelerated(
                    LineConvolution(
                        name: "test", input: .empty, axis: seed % 2 == 0 ? .horizontal : .vertical, weightSets: sets,
                        step: step)))
            let image = Raster.noise(PixelRect(x: -20, y: -7, width: 61, height: 40), &random)
            // A special value may affect only the pixels that read it, whatever the tiles are.
            image[3, 2] = SIMD4(.infinity, .nan, -.infinity, 1)
            try expectTilesAgree(
                operation, image, PixelRect.random(around: -20, using: &random), &random, "seed \(seed)")
        }
    }
}
