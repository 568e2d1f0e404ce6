import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import JIT

@Suite("Reductions in generated code", .needsCodeGeneration)
struct ReductionOperatorTests {
    @Test("as in the portable code, for any part of the cells", arguments: OperatorFunctions.testProcessors)
    func agrees(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        let quantities: [ReductionQuantity] = [
            .sum, .minimum, .maximum, .extremes, .sumAndMaximum, .histogram(bins: 7), .histogram(bins: 130),
        ]
        for seed in 0..<60 {
            var random = SeededGenerator(seed: UInt64(seed))
            let quantity = quantities[seed % quantities.count]
            let image = Raster.noise(.random(around: 0, using: &random), &random)
            image[image.bounds.x, image.bounds.y] = SIMD4(.nan, -3, .infinity, 1)
            let area = PixelRect.random(around: 0, using: &random)
            // Sums over cells that are one pixel wide use separate code.
            let width = seed.isMultiple(of: 14) ? 1 : Int.random(in: 1...40, using: &random)
            let height = Int.random(in: 1...20, using: &random)
            let portable = BlockReduction(quantity, of: .empty, area: area, blockWidth: width, blockHeight: height)
            let accelerated = try #require(try code.accelerated(portable))
            let cells = PixelRect(enclosing: portable.extent)
            let region = PixelRect(
                x: cells.x + Int.random(in: 0..<cells.width, using: &random), y: cells.y, width: cells.width,
                height: cells.height
            ).intersection(cells)
            let (expected, result) = (Raster(bounds: region), Raster.framed(region))
            let read = PixelRect(enclosing: accelerated.regionOfInterest(ofInput: 0, for: region.cgRect))
            try portable.render(inputs: [image], region: region, into: expected)
            try accelerated.render(inputs: [image.copy(of: read)], region: region, into: result.window(region))
            #expect(result.frameIsIntact(around: region), "seed \(seed)")
            if quantity == .sum || quantity == .sumAndMaximum {
                // Two floats hold the double of a cell, which may differ by the order of summation. The maxima follow
                // them.
                for y in region.y..<region.maxY {
                    for x in region.x..<region.maxX where x.isMultiple(of: 2) {
                        let difference = result[x, y] - expected[x, y]
                        for component in 0..<4 where expected[x, y][component].isFinite {
                            #expect(abs(difference[component]) < 1e-6, "seed \(seed)")
                        }
                    }
                }
            } else {
                #expect(result.window(region).bits == expected.bits, "seed \(seed), \(quantity)")
            }
        }
    }

    @Test("sums are exact to a double", arguments: OperatorFunctions.testProcessors)
    func exactness(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        var random = SeededGenerator(seed: 1)
        let image = Raster.noise(PixelRect(x: -3, y: 5, width: 64, height: 64), &random)
        let portable = BlockReduction(.sum, of: .empty, area: image.bounds, blockWidth: 1000, blockHeight: 1000)
        // The area begins at column −3, so a cell boundary at column 0 divides it.
        let cells = Raster(bounds: PixelRect(enclosing: portable.extent))
        try #require(try code.accelerated(portable)).render(inputs: [image], region: cells.bounds, into: cells)
        for (cell, columns) in [(-2, -3..<0), (0, 0..<61)] {
            var sum = SIMD4<Double>.zero
            for y in 5..<69 { for x in columns { sum += SIMD4<Double>(image[x, y]) } }
            let result = SIMD4<Double>(cells[cell, 0]) + SIMD4<Double>(cells[cell + 1, 0])
            for component in 0..<4 { #expect(abs(result[component] - sum[component]) <= 1e-12 * sum[component]) }
        }
    }
}
