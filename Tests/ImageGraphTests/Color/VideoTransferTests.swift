import Foundation
import ImageGraph
import Pixels
import TestSupport
import Testing

/// BT.709's transfer function in kernels for video, against the formula of BT.2020 in double precision.
@Suite struct VideoTransferTests {
    private static let (alpha, beta) = (1.09929682680944, 0.018053968510807)

    private static func decoded(_ c: Double) -> Double {
        c < 0 ? -decoded(-c) : c < 4.5 * beta ? c / 4.5 : pow((c + alpha - 1) / alpha, 1 / 0.45)
    }

    private static func encoded(_ y: Double) -> Double {
        y < 0 ? -encoded(-y) : y < beta ? y * 4.5 : alpha * pow(y, 0.45) - (alpha - 1)
    }

    /// The largest error relative to the formula, decoding and encoding.
    private static let bounds: [(range: ComponentRange, decoding: Double, encoding: Double)] = [
        (.video, 0x1p-20, 0x1p-17), (.videoOf8Bits, 0x1p-13, 0x1p-14),
    ]

    private func largestError(_ inputs: [Float], _ results: [Float], _ formula: (Double) -> Double) -> Double {
        zip(inputs, results).filter { $0.0 != 0 }
            .map { abs(Double($1) / formula(Double($0)) - 1) }.max() ?? .infinity
    }

    private func decoding(_ range: ComponentRange) throws -> ConversionProbe {
        try ConversionProbe(space(CGColorSpace.itur_709), linear, range: range)
    }

    private func encoding(_ range: ComponentRange) throws -> ConversionProbe {
        try ConversionProbe(linear, space(CGColorSpace.itur_709), range: range)
    }

    private var linear: CGColorSpace {
        get throws {
            let primaries = try #require(space(CGColorSpace.itur_709).primaries)
            return try #require(CGColorSpace(linearRGB: primaries))
        }
    }

    @Test(arguments: bounds.indices) func decodingIsExactEnough(index: Int) throws {
        let bound = Self.bounds[index]
        let inputs = (-22_000...22_000).map { Float($0) / 10_000 }
        let results = try decoding(bound.range)(grays: inputs)
        #expect(largestError(inputs, results, Self.decoded) < bound.decoding)
        let simple = try decoding(bound.range)(grays: [0, 1, -1])
        #expect(zip(simple, [0, 1, -1]).allSatisfy { abs($0 - $1) < 0x1p-19 })
    }

    @Test(arguments: bounds.indices) func encodingIsExactEnough(index: Int) throws {
        let bound = Self.bounds[index]
        let inputs = (-6000...6000).map { Float($0) / 1000 } + (0...4000).map { Float(exp2(-Double($0) / 160)) }
        let results = try encoding(bound.range)(grays: inputs)
        #expect(largestError(inputs, results, Self.encoded) < bound.encoding)
        #expect(abs(try encoding(bound.range)(grays: [1])[0] - 1) < 0x1p-20)
    }

    /// Codes change by less than a tenth of a step, on the way there and back.
    @Test(arguments: [(219, ComponentRange.videoOf8Bits), (876, .video)])
    func codesSurviveTheWayThereAndBack(steps: Int, range: ComponentRange) throws {
        let codes = (-steps...2 * steps).map { Float($0) / Float(steps) }
        let results = try encoding(range)(grays: try decoding(range)(grays: codes))
        for (code, result) in zip(codes, results) { #expect(abs(result - code) * Float(steps) < 0.1) }
    }

    /// Linear colours beyond the range are limited, and numbers that are none stay what they are.
    @Test(arguments: [ComponentRange.video, .videoOf8Bits]) func colorsAreLimited(range: ComponentRange) throws {
        let results = try encoding(range)(grays: [7, .infinity, -.infinity, .nan])
        let largest = Float(Self.encoded(6))
        #expect(zip(results, [largest, largest, -largest]).allSatisfy { abs($0 - $1) < 1e-4 })
        #expect(results[3].isNaN)
    }
}
