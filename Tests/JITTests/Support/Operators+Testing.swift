import Foundation
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import JIT

extension SeededGenerator {
    /// Returns a number of the range.
    mutating func float(in range: ClosedRange<Float>) -> Float { .random(in: range, using: &self) }
}

extension OperatorFunctions {
    /// Processors with 4, 8 and 16 lanes, up to the vector width of this one, and one for 64-bit ARM if its code can be
    /// run. The widest processor is the last.
    static var testProcessors: [TargetProcessor] {
        #if arch(x86_64)
            let count = [4: 1, 8: 2, 16: 3][TargetProcessor.current.registerLanes, default: 1]
            return (ARM64Runner.isAvailable ? [.arm64] : []) + [2, 3, 4].prefix(count).map(TargetProcessor.level)
        #else
            return [.current]
        #endif
    }

    private static let stores = testProcessors.map {
        $0.architecture == Architecture.current ? MachineCodeStore(processor: $0) : ARM64Runner.store
    }

    /// Operator code for one of `testProcessors`. Each operator is compiled once.
    static func forTests(_ processor: TargetProcessor) throws -> OperatorFunctions {
        OperatorFunctions(store: try #require(stores.first { $0.processor == processor }))
    }
}

extension PixelRect {
    /// A rectangle of up to 70 × 20 pixels, often on both sides of zero.
    static func random(around x: Int, using random: inout SeededGenerator) -> PixelRect {
        PixelRect(
            x: x + Int.random(in: -30...10, using: &random), y: Int.random(in: -20...5, using: &random),
            width: Int.random(in: 1...70, using: &random), height: Int.random(in: 1...20, using: &random))
    }
}

extension Raster {
    static let untouched = SIMD4<Float>(repeating: 12345)

    /// Random values from 0 to 1.
    static func noise(_ bounds: PixelRect, _ random: inout SeededGenerator) -> Raster {
        let raster = Raster(bounds: bounds)
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX {
                raster[x, y] = SIMD4((0..<4).map { _ in random.float(in: 0...1) })
            }
        }
        return raster
    }

    /// A raster with a frame of 5 pixels around `region` that must stay unchanged.
    static func framed(_ region: PixelRect) -> Raster {
        let raster = Raster(bounds: region.outset(by: 5))
        raster.fill(raster.bounds, with: untouched)
        return raster
    }

    func frameIsIntact(around region: PixelRect) -> Bool {
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX where !region.contains(PixelRect(x: x, y: y, width: 1, height: 1)) {
                if self[x, y] != Self.untouched { return false }
            }
        }
        return true
    }

    /// The largest difference to exact values, relative to those above 1. It is infinite for NaN.
    func largestError(_ expected: (Int, Int) -> SIMD4<Double>) -> Double {
        var worst = 0.0
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX {
                let (value, exact) = (SIMD4<Double>(self[x, y]), expected(x, y))
                for component in 0..<4 {
                    let error = abs(value[component] - exact[component]) / max(1, abs(exact[component]))
                    worst = error.isNaN ? .infinity : max(worst, error)
                }
            }
        }
        return worst
    }

    /// A line convolution's formula in double precision.
    func exact(_ operation: LineConvolution, _ region: PixelRect) -> (Int, Int) -> SIMD4<Double> {
        { x, y in
            let (i, count) = (operation.axis == .horizontal ? x : y, operation.weightSets.count)
            let period = Int((Double(i) / Double(count)).rounded(.down))
            let set = operation.weightSets[i - period * count]
            var sum = SIMD4<Double>.zero
            for (tap, weight) in set.weights.enumerated() {
                let place = period * operation.step + set.first + tap
                sum += SIMD4<Double>(operation.axis == .horizontal ? self[place, y] : self[x, place]) * Double(weight)
            }
            return sum
        }
    }

    /// A copy of the part in `region`.
    func copy(of region: PixelRect) -> Raster {
        let result = Raster(bounds: region.intersection(bounds))
        result.copy(from: self)
        return result
    }

    var bits: [SIMD4<UInt32>] {
        (bounds.y..<bounds.maxY).flatMap { y in
            (bounds.x..<bounds.maxX).map { x in
                // All NaNs get the same bits.
                let pixel = self[x, y]
                return unsafeBitCast(pixel.replacing(with: .nan, where: pixel .!= pixel), to: SIMD4<UInt32>.self)
            }
        }
    }
}

/// Renders random tiles of `region`, each with only the pixels of its region of interest as input, and compares them
/// with the rendering of the whole region.
func expectTilesAgree(
    _ operation: any NativeOperator, _ image: Raster, _ region: PixelRect, _ random: inout SeededGenerator,
    _ comment: Comment
) throws {
    let whole = Raster(bounds: region)
    try operation.render(inputs: [image], region: region, into: whole)
    for _ in 0..<6 {
        let x = Int.random(in: region.x..<region.maxX, using: &random)
        let y = Int.random(in: region.y..<region.maxY, using: &random)
        let tile = PixelRect(
            x: x, y: y, width: Int.random(in: 1...region.maxX - x, using: &random),
            height: Int.random(in: 1...region.maxY - y, using: &random))
        let read = PixelRect(enclosing: operation.regionOfInterest(ofInput: 0, for: tile.cgRect))
        let part = Raster(bounds: tile)
        try operation.render(inputs: [image.copy(of: read)], region: tile, into: part)
        #expect(part.bits == whole.copy(of: tile).bits, comment)
    }
}
