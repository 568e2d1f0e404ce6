import Foundation
import Testing

@testable import Pixels

@Suite("Curves for high dynamic range")
struct HighDynamicRangeTests {
    /// Luminance in cd/m² and signal, as ITU-R BT.2408 and BT.2390 print them in per cent.
    @Test(
        "the perceptual quantizer has the published signals",
        arguments: [(203, 0.5807), (100, 0.5081), (1000, 0.7518), (4000, 0.9026), (10_000, 1)] as [(Double, Double)])
    func perceptualQuantizer(luminance: Double, signal: Double) {
        let curve = TransferCurve.perceptualQuantizer
        #expect(abs(curve.encode(luminance / 203) - signal) < 5.1e-5)
        #expect(abs(curve.decode(curve.encode(luminance / 203)) * 203 - luminance) < 1e-6 * max(1, luminance))
    }

    /// ARIB STD-B67: signal 0.5 is a twelfth of the scene light of signal 1. Reference white is signal 0.75.
    @Test(
        "hybrid log-gamma has the published signals",
        arguments: [(1, 1), (0.5, 1.0 / 12), (0.25, 1.0 / 48), (0, 0), (0.75, 0.26496256)] as [(Double, Double)])
    func hybridLogGamma(signal: Double, light: Double) {
        let curve = TransferCurve.hybridLogGamma
        #expect(abs(curve.decode(0.75) - 1) < 1e-12)
        #expect(abs(curve.decode(signal) * 0.26496256 - light) < 1e-7)
        #expect(abs(curve.encode(curve.decode(signal)) - signal) < 1e-9)
    }

    @Test("both continue above 1 and as odd functions, and never give NaN") func extended() {
        for curve in [TransferCurve.perceptualQuantizer, .hybridLogGamma] {
            var last = -Double.infinity
            for step in -40...40 {
                let value = curve.decode(Double(step) / 20)
                #expect(value >= last)
                #expect(value == -curve.decode(-Double(step) / 20))
                last = value
            }
            #expect(abs(curve.decode(curve.encode(30)) - 30) < 1e-6)
            #expect(abs(curve.peak - curve.decode(1)) < 1e-9)
        }
    }

    @Test("tables agree with the formulas", arguments: [TransferCurve.perceptualQuantizer, .hybridLogGamma])
    func tables(curve: TransferCurve) {
        let table = CurveTable.of(curve)
        for code in 0...4095 {
            let signal = Double(code) / 4095
            let linear = curve.decode(signal)
            #expect(abs(Double(table.decode(Float(signal))) - linear) <= 1e-5 * linear + 1e-9)
            #expect(abs(Double(table.encode(Float(linear))) - signal) < 1e-5)
        }
    }

    @Test(
        "spaces with these curves have names and no profile",
        arguments: [
            CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_HLG, CGColorSpace.displayP3_PQ,
            CGColorSpace.displayP3_HLG,
        ])
    func spaces(name: String) throws {
        let space = try #require(CGColorSpace(name: name))
        #expect(space.isWideGamutRGB)
        #expect(space.copyICCData() == nil)
        // White of the signal's reference level is white in linear light.
        let signal: Float = name.hasSuffix("PQ") ? 0.58068888 : 0.75
        let conversion = try ColorConversion(from: space, to: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
        let white = conversion.apply(SIMD4(signal, signal, signal, 1))
        for channel in 0..<3 { #expect(abs(white[channel] - 1) < 2e-4) }
    }
}
