import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph

@Suite("Sums of windows and of copies, as runs of kernels")
struct ConvolutionKernelTests {
    @Test("windows of any size", arguments: [(1, 1), (3, 3), (2, 4), (5, 1), (1, 6), (9, 9), (4, 3)]) func windows(
        width: Int, height: Int
    ) throws {
        var random = SeededGenerator(seed: UInt64(width * 16 + height))
        var weights = (0..<width * height).map { _ in random.number(-1...1) }
        weights[weights.count / 2] = 0
        for bias: Float in [0, -0.25] {
            try expectRuns(.nearlyEqual) {
                Convolution(
                    name: "window", input: $0, weights: weights, width: width, height: height, bias: bias)
            }
        }
    }

    @Test("weights that are not finite, times transparent pixels") func notFinite() throws {
        try expectRuns(.nearlyEqual) {
            Convolution(name: "window", input: $0, weights: [1, .infinity, 0, .nan], width: 1, height: 4)
        }
    }

    @Test("taps at any offset") func taps() throws {
        for count in [1, 2, 17] {
            var random = SeededGenerator(seed: UInt64(count))
            let taps = (0..<count).map { _ in
                SparseConvolution.Tap(
                    column: random.below(31) - 12, row: random.below(9) - 6, weight: random.number(-1...1))
            }
            try expectRuns(.nearlyEqual) { SparseConvolution(name: "taps", input: $0, taps: taps) }
        }
        try expectRuns(.nearlyEqual) {
            SparseConvolution(
                name: "taps", input: $0,
                taps: [.init(column: 500, row: 0, weight: 0.5), .init(column: 0, row: 0, weight: 0)])
        }
    }

    @Test("copies scaled about a point", arguments: [CGPoint(x: 0, y: 0), CGPoint(x: 4.25, y: -3.1)]) func copies(
        center: CGPoint
    ) throws {
        let scales: [[Double]] = [[1], [0.5, 1, 2], [0.97, 0.9, 0.83, 1.3], [1 + 0x1p-11, 1e-9, 1e9]]
        for scales in scales {
            let taps = scales.enumerated().map { ScaledSum.Tap(scale: $1, weight: Float($0 + 1) / 4) }
            try expectRuns(.nearlyEqual) { ScaledSum(name: "copies", input: $0, center: center, taps: taps) }
        }
    }

    @Test("copies of an image without edges, far from the origin") func infinite() throws {
        let picture = TestPicture(PixelRect(x: 3_000_000, y: -5_000_000, width: 40, height: 30))
        let sum = ScaledSum(
            name: "copies", input: .constant(GraphColor(components: .one, colorSpace: nil)),
            center: CGPoint(x: 3_000_009.3, y: -4_999_987.9),
            taps: [.init(scale: 0.77, weight: 0.5), .init(scale: 0.913, weight: 0.5)])
        try expectRuns(
            of: sum, on: [picture.pixels], in: PixelRect(x: 3_000_001, y: -4_999_999, width: 20, height: 20),
            .nearlyEqual)
    }
}
