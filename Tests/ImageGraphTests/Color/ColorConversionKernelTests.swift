import Foundation
import ImageGraph
import Pixels
import TestSupport
import Testing

/// Conversion kernels against formulas in double precision and against `ColorConversion`, which works with tables.
@Suite struct ColorConversionKernelTests {
    /// −4…16, with numbers of all sizes near 0, denormal ones among them.
    private static let grid: [Float] =
        (-800...3200).map { Float($0) / 200 }
        + (0...149).flatMap { step -> [Float] in
            let number = Float(exp2(-Double(step)))
            return [number, -number]
        }

    private struct Formula {
        var name: String
        var decoded: @Sendable (Double) -> Double
        var encoded: @Sendable (Double) -> Double

        static func power(_ name: String, _ g: Double) -> Formula {
            Formula(name: name, decoded: { pow($0, g) }, encoded: { pow($0, 1 / g) })
        }
    }

    private static let alpha = 1.09929682680944
    private static let beta = 0.018053968510807
    private static let formulas: [Formula] = [
        Formula(
            name: CGColorSpace.extendedSRGB, decoded: SRGBFormula.decoded, encoded: SRGBFormula.encoded),
        Formula(name: CGColorSpace.displayP3, decoded: SRGBFormula.decoded, encoded: SRGBFormula.encoded),
        .power(CGColorSpace.adobeRGB1998, 563.0 / 256),
        .power(CGColorSpace.dcip3, 2.6),
        Formula(
            name: CGColorSpace.rommrgb, decoded: { $0 < 16.0 / 512 ? $0 / 16 : pow($0, 1.8) },
            encoded: { $0 < 1.0 / 512 ? $0 * 16 : pow($0, 1 / 1.8) }),
        Formula(
            name: CGColorSpace.itur_709,
            decoded: { $0 < 4.5 * beta ? $0 / 4.5 : pow(($0 + alpha - 1) / alpha, 1 / 0.45) },
            encoded: { $0 < beta ? $0 * 4.5 : alpha * pow($0, 0.45) - (alpha - 1) }),
        Formula(
            name: CGColorSpace.itur_2020,
            decoded: { $0 < 4.5 * beta ? $0 / 4.5 : pow(($0 + alpha - 1) / alpha, 1 / 0.45) },
            encoded: { $0 < beta ? $0 * 4.5 : alpha * pow($0, 0.45) - (alpha - 1) }),
    ]

    private func check(_ results: [Float], _ name: String, _ formula: (Double) -> Double) {
        for (number, result) in zip(Self.grid, results) {
            let size = formula(Double(abs(number)))
            let exact = number < 0 ? -size : size
            let error = abs(Double(result) - exact)
            // Kernels round the curve's exponent, the logarithm and their product to floats. The relative error of the
            // result grows with its logarithm. Denormal numbers may stay as they are.
            let relative = 0x1p-20 + (size > 0 ? abs(log(size)) * 0x1p-23 : 0)
            let tolerance = max(number.isSubnormal ? size : size * relative, Double(Float.leastNormalMagnitude))
            #expect(error <= tolerance, "\(name): \(number) gives \(result), not \(exact)")
        }
    }

    /// Tests transfer curves alone, by converting from a space to the linear space with the same primaries.
    @Test(arguments: formulas.indices) func curves(index: Int) throws {
        let formula = Self.formulas[index]
        let encoded = try space(formula.name)
        let primaries = try #require(encoded.primaries)
        let linear = try #require(CGColorSpace(linearRGB: primaries))
        check(try ConversionProbe(encoded, linear)(grays: Self.grid), formula.name, formula.decoded)
        check(try ConversionProbe(linear, encoded)(grays: Self.grid), formula.name, formula.encoded)
    }

    @Test func grayGamma() throws {
        let (gray, linear) = (try space(CGColorSpace.genericGrayGamma2_2), try space(CGColorSpace.linearSRGB))
        check(try ConversionProbe(gray, linear)(grays: Self.grid), "gray") { pow($0, 2.2) }
        check(try ConversionProbe(try space(CGColorSpace.linearGray), gray)(grays: Self.grid), "gray") {
            pow($0, 1 / 2.2)
        }
        // Only red is read of a gray pixel.
        #expect(try ConversionProbe(gray, linear)([SIMD4(1, 0, 0.5, 0.25)]) == [SIMD4(1, 1, 1, 0.25)])
    }

    /// The matrix that is published for Display P3 in sRGB.
    @Test func matrix() throws {
        let convert = try ConversionProbe(
            space(CGColorSpace.extendedLinearDisplayP3), space(CGColorSpace.extendedLinearSRGB))
        let published: [SIMD4<Double>] = [
            [1.224_940_176_3, -0.042_056_954_7, -0.019_637_554_6, 1],
            [-0.224_940_176_3, 1.042_056_954_7, -0.078_636_045_6, 1], [0, 0, 1.098_273_600_1, 1],
        ]
        let results = try convert([SIMD4(1, 0, 0, 1), SIMD4(0, 1, 0, 1), SIMD4(0, 0, 1, 1)])
        for (result, exact) in zip(results, published) {
            for i in 0..<4 { #expect(abs(Double(result[i]) - exact[i]) < 2e-6) }
        }
    }

    private static let names = [
        CGColorSpace.sRGB, CGColorSpace.linearSRGB, CGColorSpace.displayP3, CGColorSpace.adobeRGB1998,
        CGColorSpace.rommrgb, CGColorSpace.itur_709, CGColorSpace.itur_2020, CGColorSpace.acescgLinear,
        CGColorSpace.genericGrayGamma2_2, CGColorSpace.linearGray, CGColorSpace.genericXYZ,
    ]

    /// Compares with `ColorConversion` for all pairs of spaces.
    @Test(arguments: names) func agreesWithTables(name: String) throws {
        let source = try space(name)
        let steps: [Float] = [0, 0.02, 0.2, 0.5, 0.81, 1]
        let pixels = steps.flatMap { r in
            steps.flatMap { g in steps.map { SIMD4<Float>(r, g, $0, 0.5) } }
        }
        for other in Self.names {
            let destination = try space(other)
            let expected = try ColorConversion(from: source, to: destination)
            let results = try ConversionProbe(source, destination)(pixels)
            for (pixel, result) in zip(pixels, results) {
                let table = expected.apply(pixel)
                let difference = table - result
                let largest = (0..<4).map { abs(difference[$0]) / max(1, abs(table[$0])) }.max() ?? .infinity
                // Power curves are steep near 0 and amplify the rounding error of the matrix product.
                let tolerance: Float = other == CGColorSpace.adobeRGB1998 || other.contains("Gamma") ? 2e-3 : 3e-5
                #expect(largest < tolerance, "\(name) to \(other): \(pixel) gives \(result), not \(table)")
            }
        }
    }

    @Test func whatIsNoFormulaIsLeftToOthers() throws {
        for name in [CGColorSpace.genericLab, "kCGColorSpaceDeviceCMYK"] {
            let recipe = ColorConversionKernel.make(
                from: try space(name), to: try space(CGColorSpace.sRGB), inputAlpha: .opaque, outputAlpha: .opaque,
                input: .unit, output: .unit)
            #expect(recipe == nil)
        }
    }

    @Test func identity() throws {
        let linear = try space(CGColorSpace.linearSRGB)
        let extended = try space(CGColorSpace.extendedLinearSRGB)
        let same = try ConversionProbe(linear, extended, input: .premultiplied, output: .premultiplied)
        #expect(same.recipe.isIdentity)
        #expect(try same([SIMD4(0.1, 0.2, 0.3, 0.4)]) == [SIMD4(0.1, 0.2, 0.3, 0.4)])
        #expect(try ConversionProbe(nil, linear).recipe.isIdentity)
        #expect(try !ConversionProbe(nil, linear, output: .premultiplied).recipe.isIdentity)
        #expect(try !ConversionProbe(try space(CGColorSpace.sRGB), linear).recipe.isIdentity)
    }

    /// Every conversion between alpha conventions, for the sRGB value 0.5.
    @Test func alpha() throws {
        let (encoded, linear) = (try space(CGColorSpace.sRGB), try space(CGColorSpace.linearSRGB))
        let half = Float(SRGBFormula.decoded(0.5))
        let cases: [(AlphaState, AlphaState, SIMD4<Float>, SIMD4<Float>)] = [
            (.opaque, .premultiplied, SIMD4(0.5, 0.5, 0.5, 0.25), SIMD4(half, half, half, 1)),
            (.opaque, .unpremultiplied, SIMD4(0.5, 0.5, 0.5, 0), SIMD4(half, half, half, 1)),
            (.unpremultiplied, .unpremultiplied, SIMD4(0.5, 0.5, 0.5, 0.25), SIMD4(half, half, half, 0.25)),
            (
                .unpremultiplied, .premultiplied, SIMD4(0.5, 0.5, 0.5, 0.25),
                SIMD4(half / 4, half / 4, half / 4, 0.25)
            ),
            (.premultiplied, .unpremultiplied, SIMD4(0.125, 0.125, 0.125, 0.25), SIMD4(half, half, half, 0.25)),
            (
                .premultiplied, .premultiplied, SIMD4(0.125, 0.125, 0.125, 0.25),
                SIMD4(half / 4, half / 4, half / 4, 0.25)
            ),
            (.unpremultiplied, .premultiplied, SIMD4(0.5, 0.5, 0.5, 0), .zero),
            (.premultiplied, .unpremultiplied, SIMD4(0.5, 0.5, 0.5, 0), .zero),
            (.premultiplied, .premultiplied, .zero, .zero),
        ]
        for (input, output, pixel, exact) in cases {
            for range in ComponentRange.allCases {
                let convert = try ConversionProbe(encoded, linear, input: input, output: output, range: range)
                let difference = try convert([pixel])[0] - exact
                let tolerance: Float = range == .unitOf8Bits ? half * 0x1p-14 : 2e-6
                for i in 0..<4 { #expect(abs(difference[i]) < tolerance, "\(input) to \(output), \(range)") }
            }
        }
    }

    @Test func numbersThatAreNone() throws {
        let (encoded, linear) = (try space(CGColorSpace.sRGB), try space(CGColorSpace.linearSRGB))
        for (source, destination) in [(encoded, linear), (linear, encoded)] {
            let convert = try ConversionProbe(source, destination, input: .unpremultiplied, output: .premultiplied)
            let results = try convert([
                SIMD4(.infinity, -.infinity, .nan, 1), SIMD4(.infinity, .nan, 1, 0), SIMD4(0.5, 0.5, 0.5, .nan),
            ])
            #expect(results[0].x == .infinity && results[0].y == -.infinity && results[0].z.isNaN)
            #expect(results[1] == .zero)
            #expect(results[2].x.isNaN && results[2].w.isNaN)
        }
    }

    /// Spaces whose curves and matrices differ only in their numbers share one program, so that it is compiled once.
    @Test func codeIsShared() throws {
        let linear = try space(CGColorSpace.linearSRGB)
        let one = try ConversionProbe(space(CGColorSpace.adobeRGB1998), linear).recipe
        let other = try ConversionProbe(space(CGColorSpace.rommrgb), linear).recipe
        #expect(one.program.body == other.program.body && one.program.prologue == other.program.prologue)
        #expect(one.arguments != other.arguments)
    }
}
