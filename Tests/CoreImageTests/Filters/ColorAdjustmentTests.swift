import CoreImage
import Foundation
import Testing

@Suite("Filters: colour adjustments")
struct ColorAdjustmentTests {
    @Test("Gamma: a power that keeps the sign", arguments: [1, 0.25, 2.2, 4, 0.75])
    func gamma(power: Double) throws {
        try expectColors("CIGammaAdjust", ["inputPower": power], tolerance: 1e-3) { color in
            color.mapping { $0 < 0 ? -pow(-$0, power) : pow($0, power) }
        }
    }

    @Test("Gamma: negative powers of dark colours stay finite", arguments: [-1, -4, -1e9])
    func negativeGamma(power: Double) throws {
        let grid = PixelGrid(width: 3, height: 1) { x, _ in SIMD4([0, 1e-9, 0.5][x], 0, 0, 1) }
        let image = grid.image.applyingFilter("CIGammaAdjust", parameters: ["inputPower": power])
        let pixels = try PixelGrid(rendering: image, in: grid.bounds)
        for x in 0..<3 { #expect(pixels[x, 0].x.isFinite && pixels[x, 0].y.isFinite) }
        #expect(pixels[0, 0].x == 0)
        #expect(abs(pixels[2, 0].x - Float(pow(0.5, max(power, -8)))) < 1e-2)
    }

    @Test("Hue: SVG's hueRotate matrix", arguments: [0, Double.pi / 3, -2, Double.pi, 3 * Double.pi])
    func hue(angle: Double) throws {
        let (c, s) = (cos(angle), sin(angle))
        try expectColors("CIHueAdjust", [kCIInputAngleKey: angle]) { color in
            PlainColor(
                color.weighted(
                    0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928),
                color.weighted(
                    0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283),
                color.weighted(
                    0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072),
                color.alpha)
        }
    }

    @Test("Hue: a positive angle takes red towards green")
    func hueDirection() throws {
        let red = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(1, 0, 0, 1) }
        let turned = red.image.applyingFilter("CIHueAdjust", parameters: [kCIInputAngleKey: 2 * Double.pi / 3])
        let pixel = try PixelGrid(rendering: turned, in: red.bounds)[0, 0]
        #expect(pixel.y > pixel.x && pixel.y > pixel.z)
    }

    @Test(
        "Colour controls: saturation, contrast, brightness",
        arguments: [(1.0, 0.0, 1.0), (0, 0, 1), (1.7, 0.2, 1), (1, -0.4, 2.5), (0.5, 0.1, 0.3), (2, 0, 4)])
    func controls(saturation: Double, brightness: Double, contrast: Double) throws {
        let parameters = [
            kCIInputSaturationKey: saturation, kCIInputBrightnessKey: brightness, kCIInputContrastKey: contrast,
        ]
        try expectColors("CIColorControls", parameters) { color in
            let luminance = color.weighted(0.2125, 0.7154, 0.0721)
            return color.gray(luminance).mixed(with: color, saturation).mapping {
                ($0 - 0.5) * contrast + 0.5 + brightness
            }
        }
    }

    private static let matrices: [[[Double]]] = [
        [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]],
        [[0.3, 0.6, 0.1, 0], [0, -1, 0.5, 0.25], [2, 0, 0, -0.5], [0, 0, 0, 1], [0.1, 0.2, -0.3, 0]],
        [[0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0], [0.2, 0.2, 0.2, 0.5], [0, 0, 0, 0.25]],
        [[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 1]],
    ]

    @Test("Colour matrix: rows and bias on unpremultiplied colour", arguments: matrices)
    func matrix(rows: [[Double]]) throws {
        let keys = ["inputRVector", "inputGVector", "inputBVector", "inputAVector", "inputBiasVector"]
        let vectors = rows.map { CIVector(x: $0[0], y: $0[1], z: $0[2], w: $0[3]) }
        let parameters = Dictionary(uniqueKeysWithValues: zip(keys, vectors))
        try expectColors("CIColorMatrix", parameters) { color in
            let sums = rows[..<4].enumerated().map { index, row in
                color.weighted(row[0], row[1], row[2]) + color.alpha * row[3] + rows[4][index]
            }
            return PlainColor(sums[0], sums[1], sums[2], sums[3])
        }
    }

    @Test("Colour matrix: scaling all vectors by k scales premultiplied colour by k²")
    func squaredScale() throws {
        let grid = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(0.2, 0.4, 0.1, 0.5) }
        let filter = CIFilter.colorMatrix()
        filter.inputImage = grid.image
        (filter.rVector, filter.gVector) = (CIVector(x: 0.5, y: 0, z: 0, w: 0), CIVector(x: 0, y: 0.5, z: 0, w: 0))
        (filter.bVector, filter.aVector) = (CIVector(x: 0, y: 0, z: 0.5), CIVector(x: 0, y: 0, z: 0, w: 0.5))
        try expect(filter.outputImage, in: grid.bounds) { _, _ in SIMD4(0.05, 0.1, 0.025, 0.25) }
    }

    @Test("Clamp: each component between bounds, alpha too")
    func clamp() throws {
        let (least, most) = ([0.2, 0, 0.1, 0.3], [0.8, 1, 0.5, 0.9])
        let parameters = [
            "inputMinComponents": CIVector(x: 0.2, y: 0, z: 0.1, w: 0.3),
            "inputMaxComponents": CIVector(x: 0.8, y: 1, z: 0.5, w: 0.9),
        ]
        try expectColors("CIColorClamp", parameters) { color in
            let parts = [color.red, color.green, color.blue, color.alpha]
            let kept = zip(parts, zip(least, most)).map { min(max($0, $1.0), $1.1) }
            return PlainColor(kept[0], kept[1], kept[2], kept[3])
        }
        try expectColors("CIColorClamp") { color in color.mapping { min(max($0, 0), 1) } }
    }

    @Test("Polynomials of each component, alpha too")
    func polynomial() throws {
        let coefficients = [[0.1, 0.5, -0.25, 0.75], [0, 0, 1, 0], [1, -1, 0, 0], [0.25, 0.5, 0.25, -0.5]]
        let keys = [
            "inputRedCoefficients", "inputGreenCoefficients", "inputBlueCoefficients", "inputAlphaCoefficients",
        ]
        let vectors = coefficients.map { CIVector(x: $0[0], y: $0[1], z: $0[2], w: $0[3]) }
        try expectColors("CIColorPolynomial", Dictionary(uniqueKeysWithValues: zip(keys, vectors)), tolerance: 1e-3) {
            color in
            func value(_ k: [Double], _ c: Double) -> Double { k[0] + c * (k[1] + c * (k[2] + c * k[3])) }
            return PlainColor(
                value(coefficients[0], color.red), value(coefficients[1], color.green),
                value(coefficients[2], color.blue),
                value(coefficients[3], color.alpha))
        }
        try expectColors("CIColorPolynomial") { $0 }
    }

    @Test(
        "White point: times the colour in linear light",
        arguments: [(1.0, 1.0, 1.0, 1.0), (0.9, 0.5, 0.2, 1), (0, 1, 0.5, 0.3)])
    func whitePoint(red: Double, green: Double, blue: Double, alpha: Double) throws {
        let color = CIColor(red: red, green: green, blue: blue, alpha: alpha)
        try expectColors("CIWhitePointAdjust", [kCIInputColorKey: color]) { pixel in
            PlainColor(
                pixel.red * Double(linear(red)), pixel.green * Double(linear(green)), pixel.blue * Double(linear(blue)),
                pixel.alpha)
        }
    }

    @Test("The curves of sRGB, mirrored below 0, and back")
    func toneCurves() throws {
        try expectColors("CILinearToSRGBToneCurve") { color in
            color.mapping { value in
                let c = abs(value)
                return (c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055) * (value < 0 ? -1 : 1)
            }
        }
        try expectColors("CISRGBToneCurveToLinear") { color in
            color.mapping { value in
                let c = abs(value)
                return (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)) * (value < 0 ? -1 : 1)
            }
        }
        let grid = PixelGrid.colorful(width: 6, height: 5)
        let back = grid.image.applyingFilter("CILinearToSRGBToneCurve").applyingFilter("CISRGBToneCurveToLinear")
        try expect(back, in: grid.bounds) { x, y in PlainColor(grid[x, y]).pixel }
    }

    @Test("Vibrance: weights by saturation and skin", arguments: [-1, -0.5, 0, 0.6, 1])
    func vibrance(amount: Double) throws {
        try expectColors("CIVibrance", [kCIInputAmountKey: amount]) { color in
            let components = [color.red, color.green, color.blue]
            let (least, most) = (components.min() ?? 0, components.max() ?? 0)
            let saturation = most > 0 ? min(max((most - least) / most, 0), 1) : 1
            var skin = 0.0
            if color.red > color.green, color.green > color.blue {
                let h = (color.green - color.blue) / (color.red - color.blue)
                skin = 4 * h * (1 - h)
            }
            let gain = 1 + amount * (1 - saturation) * (1 - skin / 2)
            return color.gray(color.weighted(0.2126, 0.7152, 0.0722)).mixed(with: color, gain)
        }
    }

    @Test("Vibrance: dull colours change more than strong ones and than skin, grays not at all")
    func vibranceCharacter() throws {
        func change(_ color: SIMD3<Float>) throws -> Float {
            let grid = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(color, 1) }
            let result = try PixelGrid(
                rendering: grid.image.applyingFilter("CIVibrance", parameters: [kCIInputAmountKey: 0.8]),
                in: grid.bounds)[0, 0]
            func spread(_ r: Float, _ g: Float, _ b: Float) -> Float { max(r, g, b) - min(r, g, b) }
            let before = spread(color.x, color.y, color.z)
            return before == 0 ? spread(result.x, result.y, result.z) : spread(result.x, result.y, result.z) / before
        }
        let (dullBlue, strongBlue) = (try change(SIMD3(0.4, 0.45, 0.55)), try change(SIMD3(0.05, 0.1, 0.9)))
        let (skin, dullGreen) = (try change(SIMD3(0.6, 0.45, 0.35)), try change(SIMD3(0.35, 0.6, 0.45)))
        #expect(dullBlue > strongBlue + 0.2)
        #expect(skin < dullGreen - 0.1 && skin > 1)
        #expect(abs(try change(SIMD3(0.3, 0.3, 0.3))) < 1e-6)
    }
}
