import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import JIT

/// Generated code against the portable operators, whose oracles are formulas.
@Suite("Windows, averages and discs in generated code", .needsCodeGeneration)
struct WindowOperatorTests {
    private static func operation(_ seed: Int, _ random: inout SeededGenerator) -> any NativeOperator {
        if seed % 3 == 0 {
            let (width, height) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random))
            return Convolution(
                name: "test", input: .empty, weights: (0..<width * height).map { _ in random.float(in: -0.2...0.2) },
                width: width, height: height, bias: seed % 2 == 0 ? 0 : 0.25)
        }
        if seed % 3 == 1, seed % 2 == 0 {
            let radius = Double.random(in: 1...14, using: &random)
            return seed % 4 == 0
                ? DiscAverage(name: "test", input: .empty, radius: radius)
                : DiscExtremum(
                    name: "test", input: .empty, extremum: seed % 8 == 2 ? .maximum : .minimum, radius: radius)
        }
        if seed % 6 == 2 {
            let offsets = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                PixelOffset(column: .random(in: -9...9, using: &random), row: .random(in: -9...9, using: &random))
            }
            return ShiftedExtremum(
                name: "test", layers: [.init(.empty, offsets: offsets)], extremum: seed % 4 == 0 ? .maximum : .minimum)
        }
        return LineAverage(
            name: "test", input: .empty, axis: seed % 3 == 1 ? .horizontal : .vertical,
            first: Int.random(in: -30...10, using: &random), count: Int.random(in: 1...50, using: &random))
    }

    @Test("as in the portable code", arguments: OperatorCode.testProcessors) func agrees(processor: TargetProcessor)
        throws
    {
        let code = try OperatorCode.forTests(processor)
        for seed in 0..<90 {
            var random = SeededGenerator(seed)
            let portable = Self.operation(seed, &random)
            let accelerated = try #require(try code.accelerated(portable))
            let image = Raster.noise(.random(around: 0, using: &random), &random)
            let region = PixelRect.random(around: 0, using: &random)
            let (expected, result) = (Raster(bounds: region), Raster.framed(region))
            try portable.render(inputs: [image], region: region, into: expected)
            try accelerated.render(inputs: [image], region: region, into: result.window(region))
            let error = result.window(region).largestError { SIMD4<Double>(expected[$0, $1]) }
            #expect(error < 0x1p-20, "seed \(seed), \(type(of: accelerated)): \(error)")
            #expect(result.frameIsIntact(around: region), "seed \(seed)")
        }
    }

    @Test("any region gives the same bits", arguments: OperatorCode.testProcessors)
    func regions(processor: TargetProcessor) throws {
        let code = try OperatorCode.forTests(processor)
        for seed in 0..<60 {
            var random = SeededGenerator(seed)
            let operation = try #require(try code.accelerated(Self.operation(seed, &random)))
            let image = Raster.noise(PixelRect(x: -20, y: -7, width: 61, height: 40), &random)
            image[3, 2] = SIMD4(.infinity, .nan, -.infinity, 1)
            try expectTilesAgree(
                operation, image, PixelRect.random(around: -20, using: &random), &random, "seed \(seed)")
        }
    }

    @Test("an image without pixels is transparent", arguments: OperatorCode.testProcessors)
    func empty(processor: TargetProcessor) throws {
        let code = try OperatorCode.forTests(processor)
        for seed in 0..<6 {
            var random = SeededGenerator(seed)
            let portable = Self.operation(seed, &random)
            let region = PixelRect(x: -3, y: -2, width: 9, height: 5)
            let (expected, result) = (Raster(bounds: region), Raster.framed(region))
            try portable.render(inputs: [Raster(bounds: .empty)], region: region, into: expected)
            try #require(try code.accelerated(portable)).render(
                inputs: [Raster(bounds: .empty)], region: region, into: result.window(region))
            #expect(result.window(region).bits == expected.bits)
        }
    }
}
