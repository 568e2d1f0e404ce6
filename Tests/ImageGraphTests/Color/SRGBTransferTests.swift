import Foundation
import ImageGraph
import Pixels
import Testing

/// sRGB's transfer function in kernels for 0…1, against the formula of IEC 61966-2-1 in double precision.
@Suite struct SRGBTransferTests {
    private static let codes: [Float] = (0...65_535).map { Float($0) / 65_535 }

    static func decoded(_ c: Double) -> Double { c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4) }
    static func encoded(_ y: Double) -> Double { y <= 0.0031308 ? y * 12.92 : 1.055 * pow(y, 1 / 2.4) - 0.055 }

    private func largestError(_ inputs: [Float], _ results: [Float], _ formula: (Double) -> Double) -> Double {
        zip(inputs, results).filter { $0.0 > 0 }
            .map { abs(Double($1) / formula(Double($0)) - 1) }.max() ?? .infinity
    }

    @Test func decodingIsExactEnoughAndRises() throws {
        let decode = try ConversionProbe(space(CGColorSpace.sRGB), space(CGColorSpace.linearSRGB), isUnit: true)
        let results = try decode(grays: Self.codes)
        #expect(largestError(Self.codes, results, Self.decoded) < 0x1p-18)
        #expect(zip(results, results.dropFirst()).allSatisfy { $0 < $1 })
        #expect(results.first == 0 && results.last == 1)
    }

    @Test func encodingIsExactEnoughAndRises() throws {
        let encode = try ConversionProbe(space(CGColorSpace.linearSRGB), space(CGColorSpace.sRGB), isUnit: true)
        let inputs = Self.codes + (0...4000).map { Float(exp2(-Double($0) / 160)) }.reversed()
        let results = try encode(grays: inputs)
        #expect(largestError(inputs, results, Self.encoded) < 0x1p-16)
        #expect(zip(results, results.dropFirst()).prefix(65_535).allSatisfy { $0 < $1 })
        #expect(results[0] == 0 && results[65_535] == 1)
    }

    @Test func codesSurviveTheWayThereAndBack() throws {
        let decode = try ConversionProbe(space(CGColorSpace.sRGB), space(CGColorSpace.linearSRGB), isUnit: true)
        let encode = try ConversionProbe(space(CGColorSpace.linearSRGB), space(CGColorSpace.sRGB), isUnit: true)
        for maximum in [255, 65_535] {
            let codes = (0...maximum).map { Float($0) / Float(maximum) }
            let results = try encode(grays: try decode(grays: codes))
            let back = results.map { Int(($0 * Float(maximum)).rounded()) }
            #expect(back == Array(0...maximum))
        }
    }

    /// Results for integer formats are held within 0…1 before they are encoded.
    @Test func unitResultsAreHeld() throws {
        let encode = try ConversionProbe(space(CGColorSpace.linearSRGB), space(CGColorSpace.sRGB), isUnit: true)
        #expect(try encode(grays: [-1, -0.001, 1.5, .infinity, -.infinity]) == [0, 0, 1, 1, 0])
    }
}
