import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Two matrices that a third party fitted to samples of Core Image's filter, and properties of white balance: the
    /// neutral becomes the target, equal ones change nothing, swapped ones undo each other, lower temperatures look
    /// warmer and higher tints greener.
    static let temperatureAndTint = FilterOracle("CITemperatureAndTint", .published) {
        for (target, rows) in fittedWhiteBalances {
            let setting = ["inputTargetNeutral": CIVector(x: target, y: 0)]
            try expectColors("CITemperatureAndTint", setting, tolerance: 0.022) { color in
                let sums = rows.map { color.weighted($0[0], $0[1], $0[2]) }
                return PlainColor(sums[0], sums[1], sums[2], color.alpha)
            }
        }
        for white in [CIVector(x: 6500, y: 0), CIVector(x: 3210, y: -25), CIVector(x: 0.44, y: 0.41)] {
            try expectColors(
                "CITemperatureAndTint", ["inputNeutral": white, "inputTargetNeutral": white], tolerance: 0
            ) { $0 }
        }
        let grid = PixelGrid.colorful(x: 3, y: -2, width: 7, height: 6)
        let (a, b) = (CIVector(x: 4000, y: 12), CIVector(x: 0.3, y: 0.33))
        let there = grid.image.applyingFilter(
            "CITemperatureAndTint", parameters: ["inputNeutral": a, "inputTargetNeutral": b])
        let back = there.applyingFilter(
            "CITemperatureAndTint", parameters: ["inputNeutral": b, "inputTargetNeutral": a])
        try expect(back, in: grid.bounds) { x, y in PlainColor(grid[x, y]).pixel }

        // Illuminant A (2856 K) by its chromaticity becomes D65, sRGB's white.
        let lamp = light(x: 0.44757, y: 0.40745)
        let day = try whiteBalanced(lamp, CIVector(x: 0.44757, y: 0.40745), CIVector(x: 0.31272, y: 0.32903))
        #expect((0..<3).allSatisfy { abs(day[$0] - 1) < 2e-3 }, "\(day)")
        let byTemperature = try whiteBalanced(lamp, CIVector(x: 2856, y: 0), CIVector(x: 0.31272, y: 0.32903))
        #expect((0..<3).allSatisfy { abs(byTemperature[$0] - 1) < 2e-2 }, "\(byTemperature)")

        let gray = SIMD3<Float>(repeating: 0.5)
        let standard = CIVector(x: 6500, y: 0)
        let warm = try whiteBalanced(gray, standard, CIVector(x: 4500, y: 0))
        #expect(warm.x > 0.55 && warm.z < 0.4)
        let corrected = try whiteBalanced(gray, CIVector(x: 4500, y: 0), standard)
        #expect(corrected.x < 0.47 && corrected.z > 0.6)
        let green = try whiteBalanced(gray, standard, CIVector(x: 6500, y: 50))
        #expect(green.y > 0.51 && green.x < 0.5 && green.z < 0.5)
        let magenta = try whiteBalanced(gray, standard, CIVector(x: 6500, y: -50))
        #expect(magenta.y < 0.49 && magenta.x > 0.5 && magenta.z > 0.5)
    }

    private static let fittedWhiteBalances: [(target: CGFloat, rows: [[Double]])] = [
        (5100, [[1.0564, 0.0767, 0.0166], [-0.0062, 0.9780, 0.0117], [-0.0047, -0.0163, 0.7798]]),
        (8200, [[0.9587, -0.0488, -0.0119], [0.0033, 1.0105, -0.0044], [0.0049, 0.0162, 1.1941]]),
    ]

    private static func whiteBalanced(_ color: SIMD3<Float>, _ neutral: CIVector, _ target: CIVector) throws
        -> SIMD3<Float>
    {
        let dot = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(color, 1) }
        let image = dot.image.applyingFilter(
            "CITemperatureAndTint", parameters: ["inputNeutral": neutral, "inputTargetNeutral": target])
        let pixel = try PixelGrid(rendering: image, in: dot.bounds)[0, 0]
        return SIMD3(pixel.x, pixel.y, pixel.z)
    }

    /// Linear sRGB of a light with luminance 1, by the inverse matrix of IEC 61966-2-1's amendment.
    private static func light(x: Double, y: Double) -> SIMD3<Float> {
        let (bigX, bigZ) = (x / y, (1 - x - y) / y)
        return SIMD3(
            Float(3.2406255 * bigX - 1.5372080 - 0.4986286 * bigZ),
            Float(-0.9689307 * bigX + 1.8757561 + 0.0415175 * bigZ),
            Float(0.0557101 * bigX - 0.2040211 + 1.0569959 * bigZ))
    }
}
