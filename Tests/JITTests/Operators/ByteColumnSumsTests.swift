import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import JIT

/// Sums of columns of bytes against sums of integers: stretches of columns, chunks of rows, and the ends of both.
@Suite("Sums of columns of bytes", .needsCodeGeneration)
struct ByteColumnSumsTests {
    /// Every column's sum is exact, and the cells around the region stay. `value` returns a byte.
    private func expectSums(
        _ code: OperatorFunctions, width: Int, height: Int, upwards: Bool, _ value: () -> UInt8
    ) throws {
        // Unused bytes behind each row, and rows at every alignment.
        let rowBytes = 4 * width + 5
        var bytes = [UInt8](repeating: 255, count: rowBytes * height)
        for y in 0..<height { for x in 0..<4 * width { bytes[rowBytes * y + x] = value() } }
        var expected = [SIMD4<Int>](repeating: .zero, count: width)
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<4 { expected[x][channel] += Int(bytes[rowBytes * y + 4 * x + channel]) }
            }
        }
        let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        let portable = BlockReduction(.sum, of: .empty, area: bounds, blockWidth: 1, blockHeight: height)
        let operation = try #require(try code.accelerated(portable) as? any StoredPixelOperator)
        let region = PixelRect(enclosing: portable.extent)
        let result = Raster.framed(region)
        try bytes.withUnsafeMutableBytes { memory in
            let start = try #require(memory.baseAddress)
            let view =
                upwards
                ? PixelView(bounds: bounds, format: .RGBA8, base: start, bytesPerRow: rowBytes, keeping: nil)
                : PixelView(topLeft: start, bounds: bounds, format: .RGBA8, bytesPerRow: rowBytes, keeping: nil)
            try operation.render(stored: [view], region: region, into: result.window(region).view)
        }
        #expect(result.frameIsIntact(around: region), "\(width) × \(height)")
        for x in 0..<width {
            // Two floats hold the double of a sum.
            let sum = SIMD4<Double>(result[2 * x, 0]) + SIMD4<Double>(result[2 * x + 1, 0])
            let difference = sum * 255 - SIMD4<Double>(expected[x])
            for channel in 0..<4 where abs(difference[channel]) > 1e-6 {
                Issue.record("\(width) × \(height): column \(x) differs by \(difference)")
                return
            }
        }
    }

    @Test("of all widths and heights at the ends of stretches and chunks", arguments: OperatorFunctions.testProcessors)
    func sizes(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        var random = SeededGenerator(seed: 5)
        let heights = [1, 2, 3, 4, 5, 7, 255, 256, 257, 259, 513]
        let widths = [1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 48, 63]
        for (number, width) in widths.enumerated() {
            for height in heights {
                try expectSums(code, width: width, height: height, upwards: (number + height) % 2 == 0) {
                    UInt8.random(in: 0...255, using: &random)
                }
            }
        }
        for width in [1023, 1024, 1025, 2047, 2048, 2049, 4100] {
            try expectSums(code, width: width, height: 6, upwards: width % 2 == 0) {
                UInt8.random(in: 0...255, using: &random)
            }
        }
    }

    @Test("of the largest bytes fit", arguments: OperatorFunctions.testProcessors)
    func largest(processor: TargetProcessor) throws {
        let code = try OperatorFunctions.forTests(processor)
        try expectSums(code, width: 37, height: 1030, upwards: true) { 255 }
    }
}
