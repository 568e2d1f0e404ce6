import Foundation
import ImageGraph
import Pixels
import TestSupport
import Testing

/// sRGB's transfer function in kernels for 0…1, against the formula of IEC 61966-2-1 in double precision.
@Suite struct SRGBTransferTests {
    private static let codes: [Float] = (0...65_535).map { Float($0) / 65_535 }

    private func largestError(_ inputs: [Float], _ results: [Float], _ formula: (Double) -> Double) -> Double {
        zip(inputs, results).filter { $0.0 > 0 }
            .map { abs(Double($1) / formula(Double($0)) - 1) }.max() ?? .infinity
    }

    /// The largest error relative to the formula, decoding and encoding.
    private static let bounds: [(range: ComponentRange, decoding: Double, encoding: Double)] = [
        (.unit, 0x1p-20, 0x1p-17), (.unitOf8Bits, 0x1p-14, 0x1p-14),
    ]

    private func decoding(_ range: ComponentRange) throws -> ConversionProbe {
        try ConversionProbe(space(CGColorSpace.sRGB), space(CGColorSpace.linearSRGB), range: range)
    }

    private func encoding(_ range: ComponentRange) throws -> ConversionProbe {
        try ConversionProbe(space(CGColorSpace.linearSRGB), space(CGColorSpace.sRGB), range: range)
    }

    @Test(arguments: bounds.indices) func decodingIsExactEnoughAndRises(index: Int) throws {
        let bound = Self.bounds[index]
        let results = try decoding(bound.range)(grays: Self.codes)
        #expect(largestError(Self.codes, results, SRGBFormula.decoded) < bound.decoding)
        #expect(zip(results, results.dropFirst()).allSatisfy { $0 < $1 })
        #expect(results.first == 0 && results.last == 1)
    }

    @Test(arguments: bounds.indices) func encodingIsExactEnoughAndRises(index: Int) throws {
        let bound = Self.bounds[index]
        let inputs = Self.codes + (0...4000).map { Float(exp2(-Double($0) / 160)) }.reversed()
        let results = try encoding(bound.range)(grays: inputs)
        #expect(largestError(inputs, results, SRGBFormula.encoded) < bound.encoding)
        #expect(zip(results, results.dropFirst()).prefix(65_535).allSatisfy { $0 < $1 })
        #expect(results[0] == 0 && results[65_535] == 1)
    }

    @Test(arguments: [(255, ComponentRange.unit), (65_535, .unit), (255, .unitOf8Bits)])
    func codesSurviveTheWayThereAndBack(maximum: Int, range: ComponentRange) throws {
        let codes = (0...maximum).map { Float($0) / Float(maximum) }
        let results = try encoding(range)(grays: try decoding(range)(grays: codes))
        let back = results.map { Int(($0 * Float(maximum)).rounded()) }
        #expect(back == Array(0...maximum))
    }

    /// Values for integer formats are clamped to 0…1 before they are encoded.
    @Test func unitResultsAreHeld() throws {
        #expect(try encoding(.unit)(grays: [-1, -0.001, 1.5, .infinity, -.infinity]) == [0, 0, 1, 1, 0])
    }

    /// For 8-bit formats, encoding doesn't clamp negative values, because packing stores 0 for them.
    @Test func resultsFor8BitsArePackedAsIfHeld() throws {
        let numbers: [Float] = [-1, -0.001, 1.5, .infinity, -.infinity, .nan, 0.2158605]
        for alpha in [0, 0.5, 1] as [Float] {
            let encode = try ConversionProbe(
                space(CGColorSpace.linearSRGB), space(CGColorSpace.sRGB), output: .premultiplied, range: .unitOf8Bits)
            let results = try encode(numbers.map { SIMD4($0, $0, $0, alpha) }).map(\.x)
            let full = alpha * 255
            let expected = [0, 0, full, full, 0, 0, full * 128 / 255].map { UInt8($0.rounded()) }
            let packed = results.map { result -> UInt8 in
                var bytes = [UInt8](repeating: 9, count: 4)
                bytes.withUnsafeMutableBytes { buffer in
                    guard let base = buffer.baseAddress else { return }
                    var color = SIMD4(result, result, result, alpha)
                    withUnsafePointer(to: &color) { PixelFormat.RGBA8.pack($0, count: 1, into: base) }
                }
                return bytes[0]
            }
            #expect(packed == expected, "alpha \(alpha)")
        }
    }
}
