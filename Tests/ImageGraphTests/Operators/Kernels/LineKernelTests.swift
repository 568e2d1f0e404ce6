import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph

@Suite("Sums along lines, as runs of kernels")
struct LineKernelTests {
    typealias WeightSet = LineConvolution.WeightSet

    private static let axes = [LineConvolution.Axis.horizontal, .vertical]

    private static func weights(_ count: Int, first: Int, seed: UInt64) -> WeightSet {
        var random = SeededGenerator(seed: seed)
        return WeightSet(first: first, weights: (0..<count).map { _ in random.number(-1...2) / Float(max(1, count)) })
    }

    @Test("one set of weights", arguments: axes, [1, 2, 3]) func oneSet(
        axis: LineConvolution.Axis, step: Int
    ) throws {
        for (count, first) in [(1, 0), (1, -3), (2, 0), (4, 1), (7, -3), (31, -15), (0, 0)] {
            let set = Self.weights(count, first: first, seed: UInt64(count))
            try expectRuns(.nearlyEqual) {
                LineConvolution(name: "sum", input: $0, axis: axis, weightSets: [set], step: step)
            }
        }
    }

    @Test("several sets of weights of different lengths", arguments: axes, [1, 3, 5]) func severalSets(
        axis: LineConvolution.Axis, step: Int
    ) throws {
        for count in [2, 3, 8] {
            let sets = (0..<count).map { Self.weights($0 * 5 % 7, first: $0 % 4 - 2, seed: UInt64($0)) }
            try expectRuns(.nearlyEqual) {
                LineConvolution(name: "sum", input: $0, axis: axis, weightSets: sets, step: step)
            }
        }
    }

    @Test("a pixel with the weight 0 counts, one beside the weights does not") func zeroWeights() throws {
        let picture = TestPicture(PixelRect(x: 0, y: 0, width: 9, height: 1))
        picture.pixels[4, 0] = SIMD4(.infinity, .nan, -.infinity, 1)
        for weights: [Float] in [[1, 0, 1], [1, 2], [1, 1, 1, 1, 1], [0]] {
            let set = WeightSet(first: -1, weights: weights)
            let sum = LineConvolution(name: "sum", input: picture.node, axis: .horizontal, weightSets: [set])
            try expectRuns(
                of: sum, on: [picture.pixels], in: PixelRect(x: -2, y: 0, width: 14, height: 1), .nearlyEqual)
        }
    }

    @Test("scaling by any ratio", arguments: [0.31, 0.5, 1.7, 3, 0.9371]) func scaling(ratio: Double) throws {
        for picture in TestPicture.all {
            try expectAll(in: picture.node.lanczosScaled(x: ratio, y: 1), picture)
            try expectAll(in: picture.node.bicubicScaled(x: 1, y: ratio, b: 0.3, c: 0.4), picture)
        }
    }

    @Test("Gaussian blurs, also on fewer pixels", arguments: [0.2, 1, 3.4, 3.6, 11, 60]) func gaussian(
        sigma: Double
    ) throws {
        for picture in TestPicture.all { try expectAll(in: picture.node.gaussianBlurred(sigma: sigma), picture) }
    }

    /// Expects that each convolution of a chain is computed by its runs, all on the same pixels.
    private func expectAll(in node: ImageNode, _ picture: TestPicture) throws {
        var found = 0
        var rest = [node]
        while let next = rest.popLast() {
            rest += next.operation.inputs
            guard case .native(let computation) = next.operation, let sum = computation as? LineConvolution else {
                continue
            }
            found += 1
            for region in picture.regions {
                let onPicture = sum.replacingInputs(by: [picture.node])
                try expectRuns(
                    of: #require(onPicture as? LineConvolution), on: [picture.pixels], in: region, .nearlyEqual)
            }
        }
        #expect(found > 0)
    }
}
