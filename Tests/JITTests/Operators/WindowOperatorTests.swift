import Foundation
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import JIT

/// Generated code against the portable operators, whose oracles are formulas.
@Suite("Windows, averages and discs in generated code", .needsCodeGeneration)
struct WindowOperatorTests {
    /// Returns an operator that computes each pixel from a window of others.
    static func operation(_ seed: Int, _ random: inout SeededGenerator) -> any NativeOperator {
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
        if seed % 12 == 7 || seed % 12 == 11 {
            return LineExtremum(
                name: "test", input: .empty, axis: seed % 12 == 7 ? .horizontal : .vertical,
                extremum: seed % 24 < 12 ? .maximum : .minimum, reach: Int.random(in: 1...40, using: &random))
        }
        if seed % 24 == 5 {
            let taps = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                SparseConvolution.Tap(
                    column: .random(in: -9...9, using: &random), row: .random(in: -9...9, using: &random),
                    weight: random.float(in: -0.2...0.2))
            }
            return SparseConvolution(name: "test", input: .empty, taps: taps)
        }
        return LineAverage(
            name: "test", input: .empty, axis: seed % 3 == 1 ? .horizontal : .vertical,
            first: Int.random(in: -30...10, using: &random), count: Int.random(in: 1...50, using: &random))
    }

    @Test("as in the portable code", arguments: OperatorFunctions.testProcessors) func agrees(
        processor: TargetProcessor
    )
        throws
    {
        let code = try OperatorFunctions.forTests(processor)
        for seed in 0..<90 {
            var random = SeededGenerator(seed: UInt64(seed))
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

    @Test("extremes of lines to the bit, with values that aren't numbers", arguments: OperatorFunctions.testProcessors)
    func lineExtremes(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        for reach in [1, 2, 3, 4, 7, 50] {
            for (axis, extremum) in [(LineConvolution.Axis.horizontal, Extremum.maximum), (.vertical, .minimum)] {
                var random = SeededGenerator(seed: UInt64(reach))
                let image = Raster.noise(PixelRect(x: -5, y: 3, width: 300, height: 70), &random)
                for _ in 0..<40 {
                    let column = Int.random(in: -5..<295, using: &random)
                    image[column, Int.random(in: 3..<73, using: &random)] = SIMD4(.nan, 0, -0.0, .infinity)
                }
                let portable = LineExtremum(name: "test", input: .empty, axis: axis, extremum: extremum, reach: reach)
                let accelerated = try #require(try code.accelerated(portable))
                let region = PixelRect(x: -9, y: 0, width: 310, height: 81)
                let (expected, result) = (Raster(bounds: region), Raster.framed(region))
                try portable.render(inputs: [image], region: region, into: expected)
                try accelerated.render(inputs: [image], region: region, into: result.window(region))
                #expect(result.window(region).bits == expected.bits, "\(axis), reach \(reach)")
                #expect(result.frameIsIntact(around: region))
            }
        }
    }

    @Test("any region gives the same bits", arguments: OperatorFunctions.testProcessors)
    func regions(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        for seed in 0..<60 {
            var random = SeededGenerator(seed: UInt64(seed))
            let operation = try #require(try code.accelerated(Self.operation(seed, &random)))
            let image = Raster.noise(PixelRect(x: -20, y: -7, width: 61, height: 40), &random)
            image[3, 2] = SIMD4(.infinity, .nan, -.infinity, 1)
            try expectTilesAgree(
                operation, image, PixelRect.random(around: -20, using: &random), &random, "seed \(seed)")
        }
    }

    @Test("an image without pixels is transparent", arguments: OperatorFunctions.testProcessors)
    func empty(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        for seed in 0..<12 {
            var random = SeededGenerator(seed: UInt64(seed))
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
