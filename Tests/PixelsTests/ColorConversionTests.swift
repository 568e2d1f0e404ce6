import Foundation
import Pixels
import TestSupport
import Testing

@Suite("Colour conversion")
struct ColorConversionTests {
    private func space(_ name: String) throws -> CGColorSpace { try #require(CGColorSpace(name: name)) }

    @Test("sRGB decodes every byte to the formula's own value")
    func everyByte() throws {
        let toLinear = try ColorConversion(from: try space(CGColorSpace.sRGB), to: try space(CGColorSpace.linearSRGB))
        for code in 0...255 {
            let x = Float(code) / 255
            let y = toLinear.apply(SIMD4(x, x, x, 0.25))
            let expected = SRGBFormula.decoded(Double(code) / 255)
            #expect(abs(Double(y.x) - expected) <= expected * 2.5e-7, "code \(code)")
            #expect(y.x == y.y && y.y == y.z && y.w == 0.25)
        }
    }

    @Test("Every byte and every 16-bit word survives linear and back")
    func roundTrips() throws {
        for name in [CGColorSpace.sRGB, CGColorSpace.adobeRGB1998, CGColorSpace.rommrgb, CGColorSpace.itur_709] {
            let encoded = try space(name)
            let linear = try #require(encoded.primaries.flatMap { CGColorSpace(linearRGB: $0) })
            let there = try ColorConversion(from: encoded, to: linear)
            let back = try ColorConversion(from: linear, to: encoded)
            for code in stride(from: 0, through: 65535, by: 17) {
                let x = Float(code) / 65535
                let result = back.apply(there.apply(SIMD4(x, x, x, 1)))
                #expect(Int((result.x * 65535).rounded()) == code, "\(name) \(code)")
            }
        }
    }

    @Test(
        "Encoding follows the formula for negative values and above 1",
        arguments: [0, 1e-9, 1e-5, 0.003, 0.0032, 0.1, 0.5, 0.999, 1, 1.5, 3.9, 4.1, 100, 1e30])
    func encode(value: Double) throws {
        let conversion = try ColorConversion(
            from: try space(CGColorSpace.extendedLinearSRGB), to: try space(CGColorSpace.extendedSRGB))
        for v in [value, -value] {
            let y = Double(conversion.apply(SIMD4(Float(v), 0, 0, 1)).x)
            let expected = SRGBFormula.encoded(Double(Float(v)))
            #expect(abs(y - expected) <= max(abs(expected) * 2e-6, 1e-12))
        }
    }

    @Test("Decoding is odd and continues above 1", arguments: [-2.0, -0.5, -0.02, 0.02, 0.7, 1.2, 5])
    func decode(value: Double) throws {
        let conversion = try ColorConversion(
            from: try space(CGColorSpace.extendedSRGB), to: try space(CGColorSpace.extendedLinearSRGB))
        let y = Double(conversion.apply(SIMD4(Float(value), 0, 0, 1)).x)
        #expect(abs(y - SRGBFormula.decoded(value)) <= abs(SRGBFormula.decoded(value)) * 4e-6)
    }

    @Test("Not-a-number and infinity pass without a crash")
    func special() throws {
        for name in CGColorSpace.supportedNames {
            let there = try ColorConversion(from: try space(name), to: try space(CGColorSpace.extendedLinearSRGB))
            let back = try ColorConversion(from: try space(CGColorSpace.extendedLinearSRGB), to: try space(name))
            for v in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
                #expect(there.apply(SIMD4(v, v, v, 0.5)).w == (there.apply(SIMD4(0, 0, 0, 0.5)).w))
                // In CMYK, the fourth component is black, not alpha.
                if try space(name).model != .cmyk { #expect(back.apply(SIMD4(v, 0, 0, 0.5)).w == 0.5) }
            }
        }
        let decode = try ColorConversion(from: try space(CGColorSpace.sRGB), to: try space(CGColorSpace.linearSRGB))
        #expect(decode.apply(SIMD4(.nan, 0, 0, 1)).x.isNaN)
    }

    @Test("Display P3's red in sRGB is the published value")
    func displayP3() throws {
        let conversion = try ColorConversion(
            from: try space(CGColorSpace.displayP3), to: try space(CGColorSpace.extendedSRGB))
        // CSS Color 4's sample conversions: color(display-p3 1 0 0) is about color(srgb 1.0930 −0.2267 −0.1501).
        let red = conversion.apply(SIMD4(1, 0, 0, 1))
        #expect(abs(red.x - 1.0930) < 2e-4 && abs(red.y + 0.2267) < 2e-4 && abs(red.z + 0.1501) < 2e-4)
        let white = conversion.apply(SIMD4(1, 1, 1, 1))
        #expect(abs(white.x - 1) < 1e-6 && abs(white.y - 1) < 1e-6 && abs(white.z - 1) < 1e-6)
    }

    @Test("sRGB to D50 XYZ is the matrix of the sRGB profile")
    func xyz() throws {
        let conversion = try ColorConversion(
            from: try space(CGColorSpace.linearSRGB), to: try space(CGColorSpace.genericXYZ))
        // The colorants of the sRGB ICC profile (ICC.org, sRGB2014): rXYZ, gXYZ, bXYZ.
        let columns: [SIMD3<Float>] = [[0.4360, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7139]]
        for (index, column) in columns.enumerated() {
            var rgb = SIMD4<Float>(0, 0, 0, 1)
            rgb[index] = 1
            let xyz = conversion.apply(rgb)
            for axis in 0..<3 { #expect(abs(xyz[axis] - column[axis]) < 2e-4) }
        }
    }

    @Test("L*a*b* of known colours")
    func lab() throws {
        let conversion = try ColorConversion(from: try space(CGColorSpace.sRGB), to: try space(CGColorSpace.genericLab))
        // Lindbloom's calculator, D50 by Bradford: sRGB red is 54.29, 80.80, 69.89.
        let red = conversion.apply(SIMD4(1, 0, 0, 1))
        #expect(abs(red.x - 54.29) < 0.05 && abs(red.y - 80.80) < 0.1 && abs(red.z - 69.89) < 0.1)
        let back = try ColorConversion(from: try space(CGColorSpace.genericLab), to: try space(CGColorSpace.sRGB))
            .apply(red)
        #expect(abs(back.x - 1) < 1e-4 && abs(back.y) < 1e-3 && abs(back.z) < 1e-3)
    }

    @Test("Gray is luminance under the profile connection space")
    func gray() throws {
        let conversion = try ColorConversion(
            from: try space(CGColorSpace.linearSRGB), to: try space(CGColorSpace.linearGray))
        let green = conversion.apply(SIMD4(0, 1, 0, 0.5))
        #expect(abs(green.x - 0.7169) < 2e-4 && green.x == green.y && green.y == green.z && green.w == 0.5)
        let back = try ColorConversion(from: try space(CGColorSpace.linearGray), to: try space(CGColorSpace.linearSRGB))
        #expect(back.apply(SIMD4(0.25, 0, 0, 1)) == SIMD4(0.25, 0.25, 0.25, 1))
    }

    @Test("Nil spaces leave numbers alone")
    func unmanaged() throws {
        let conversion = try ColorConversion(from: nil, to: try space(CGColorSpace.sRGB))
        #expect(conversion.isIdentity)
        #expect(conversion.apply(SIMD4(0.3, -5, .infinity, 0)) == SIMD4(0.3, -5, .infinity, 0))
    }

    @Test("Device CMYK is the plain formula")
    func cmyk() throws {
        let conversion = try ColorConversion(from: CGColorSpaceCreateDeviceCMYK(), to: try space(CGColorSpace.sRGB))
        let color = conversion.apply(SIMD4(0.2, 0.4, 0.6, 0.5))
        #expect(abs(color.x - 0.4) < 1e-6 && abs(color.y - 0.3) < 1e-6 && abs(color.z - 0.2) < 1e-6 && color.w == 1)
    }

    @Test("A profile with its own primaries and curve agrees with its numbers")
    func ownProfile() throws {
        // Adobe RGB's profile read back is the named space; its published D50 matrix maps green to Y = 0.62567.
        let data = try #require(try space(CGColorSpace.adobeRGB1998).copyICCData())
        let read = try #require(CGColorSpace(iccData: data))
        let y = try ColorConversion(from: read, to: try space(CGColorSpace.genericXYZ)).apply(SIMD4(0, 1, 0, 1)).y
        #expect(abs(y - 0.62567) < 2e-4)
    }
}
