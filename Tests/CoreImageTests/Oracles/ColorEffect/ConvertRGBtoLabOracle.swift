import CoreImage
import Testing

extension FilterOracle {
    /// CIE's formula, and the published values of sRGB's primaries (CSS Color Module Level 4, relative to D50).
    static let convertRGBtoLab = FilterOracle("CIConvertRGBtoLab", .formula) {
        try expectColors("CIConvertRGBtoLab", tolerance: 5e-3) { color in
            let lab = LabFormula(color)
            return PlainColor(lab.l, lab.a, lab.b, color.alpha)
        }
        try expectColors("CIConvertRGBtoLab", ["inputNormalize": true], tolerance: 1e-4) { color in
            let lab = LabFormula(color)
            return PlainColor(lab.l / 100, (lab.a + 128) / 256, (lab.b + 128) / 256, color.alpha)
        }
        let published: [(SIMD4<Float>, SIMD4<Float>)] = [
            (SIMD4(1, 0, 0, 1), SIMD4(54.2917, 80.8125, 69.8851, 1)),
            (SIMD4(0, 1, 0, 1), SIMD4(87.8185, -79.2711, 80.9946, 1)),
            (SIMD4(0, 0, 1, 1), SIMD4(29.5676, 68.2986, -112.0294, 1)), (SIMD4(1, 1, 1, 1), SIMD4(100, 0, 0, 1)),
            (SIMD4(0, 0, 0, 1), SIMD4(0, 0, 0, 1)),
        ]
        for (color, lab) in published {
            let dot = PixelGrid(width: 1, height: 1) { _, _ in color }
            try expect(dot.image.applyingFilter("CIConvertRGBtoLab"), in: dot.bounds, tolerance: 0.02) { _, _ in lab }
        }
    }
}
