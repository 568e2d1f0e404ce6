import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Lloyd's algorithm, from given colours and from those that the filter chooses. As a palette, the result must
    /// reproduce a picture of few colours.
    static let kMeans = FilterOracle("CIKMeans", .properties, settings: kMeansSettings) {
        for setting in kMeansSettings {
            let (means, count) = (setting["inputMeans"] as? CIImage, setting["inputCount"] as? Int ?? 8)
            let isPerceptual = setting["inputPerceptual"] as? Bool == true
            let rect = CGRect(x: -20, y: -30, width: 77, height: 65)
            var formula = KMeansFormula(
                ReducedArea(rect.intersection(swatches.bounds), of: swatches), isPerceptual: isPerceptual,
                seeds: means == nil ? [] : Array(seedColors.prefix(count)), count: count)
            for _ in 0..<(setting["inputPasses"] as? Int ?? 5) { formula.pass() }
            let result = swatches.image.applyingFilter(
                "CIKMeans", parameters: setting.merging(["inputExtent": rect]) { $1 })
            #expect(result.extent == CGRect(x: 0, y: 0, width: count, height: 1))
            let pixels = try PixelGrid(rendering: result, in: result.extent)
            for index in 0..<count {
                // The colour isn't premultiplied, as the alpha component is the mean's weight.
                let pixel = pixels[index, 0]
                let color = PlainColor(Double(pixel.x), Double(pixel.y), Double(pixel.z), 1)
                let off = KMeansFormula.distance(KMeansFormula.place(color, isPerceptual), formula.means[index])
                #expect(off.squareRoot() < (isPerceptual ? 0.1 : 1e-5), "mean \(index) of \(setting)")
                let share = formula.shares.isEmpty ? 1 : formula.shares[index]
                #expect(abs(Double(pixel.w) - share) < 1e-5, "share \(index) of \(setting)")
            }
            try expectSameInParts(result, in: result.extent.insetBy(dx: -1, dy: -1), part: 2)
        }
        try expectPalette()
    }

    /// Checks that the palette of a picture with three colours reproduces it, and has the right weights.
    private static func expectPalette() throws {
        let colors = [SIMD4<Float>(0.9, 0.2, 0.1, 1), SIMD4(0.1, 0.3, 0.8, 1), SIMD4(0.2, 0.9, 0.3, 0.5)]
        let picture = PixelGrid(x: -3, y: -4, width: 8, height: 8) { x, y in
            let color = colors[y < 0 ? 0 : x < 2 ? 1 : 2]
            return SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
        }
        for isPerceptual in [false, true] {
            let palette = picture.image.applyingFilter(
                "CIKMeans",
                parameters: ["inputExtent": CGRect.infinite, "inputCount": 3, "inputPerceptual": isPerceptual])
            let painted = picture.image.applyingFilter(
                "CIPalettize", parameters: ["inputPaletteImage": palette, "inputPerceptual": isPerceptual])
            try expect(painted, in: picture.bounds, tolerance: 1e-3) { picture[$0, $1] }
            let pixels = try PixelGrid(rendering: palette, in: palette.extent)
            // 32 and 20 opaque pixels, and 12 half transparent ones.
            let shares = (0..<3).map { Double(pixels[$0, 0].w) * 58 }.sorted()
            for (share, wanted) in zip(shares, [6.0, 20, 32]) { #expect(abs(share - wanted) < 1e-3) }
        }
        for setting: [String: Any] in [
            ["inputExtent": CGRect.zero], ["inputExtent": CGRect.infinite, "inputCount": 0],
        ] {
            #expect(picture.image.applyingFilter("CIKMeans", parameters: setting).extent.isEmpty)
        }
        let outside = picture.image.applyingFilter(
            "CIKMeans", parameters: ["inputExtent": CGRect(x: 50, y: 50, width: 2, height: 2), "inputCount": 4])
        #expect(outside.extent == CGRect(x: 0, y: 0, width: 4, height: 1))
        try expect(outside, in: outside.extent) { _, _ in .zero }
    }

    /// Four groups of colours with noise, some pixels transparent, some of a component that isn't a number.
    private static let swatches = PixelGrid(x: -75, y: -57, width: 140, height: 80) { x, y in
        if x == 3, y == 5 { return SIMD4(.nan, 0, 0, 0) }
        let groups = [SIMD3<Float>(0.8, 0.15, 0.1), SIMD3(0.1, 0.6, 0.2), SIMD3(0.2, 0.25, 0.9), SIMD3(0.9, 0.85, 0.7)]
        let color = groups[abs(x / 13 + y / 9) % 4]
        func noise(_ seed: Int) -> Float {
            Float((abs(x + 200) * 7919 + abs(y + 300) * 3571 + seed * 337) % 997) / 9970
        }
        let alpha: Float = [1, 0, 0.5, 1, 0.25][abs(x + y * 3) % 5]
        return SIMD4((color.x + noise(1)) * alpha, (color.y + noise(2)) * alpha, (color.z + noise(3)) * alpha, alpha)
    }

    private static let seedColors = [
        SIMD3(0.5, 0.2, 0.11), SIMD3(0.21, 0.53, 0.3), SIMD3(0.31, 0.22, 0.6), SIMD3(0.77, 0.61, 0.5),
        SIMD3(0.93, 0.99, 0.83),
    ]

    /// The seeds in two rows, from the top. Their alphas are weights, as in results, and must have no effect.
    private static var seedImage: CIImage {
        PixelGrid(x: 4, y: -9, width: 3, height: 2) { x, y in
            let index = min(x - 4 + (y == -8 ? 0 : 3), 4)
            return SIMD4(SIMD3<Float>(seedColors[index]), index == 2 ? 0 : 0.5)
        }.image.cropped(to: CGRect(x: 4, y: -9, width: 3, height: 2))
    }

    private static var kMeansSettings: [[String: Any]] {
        [
            ["inputMeans": seedImage, "inputCount": 5, "inputPasses": 0],
            ["inputMeans": seedImage, "inputCount": 5, "inputPasses": 1],
            ["inputMeans": seedImage, "inputCount": 4], ["inputMeans": seedImage, "inputCount": 2, "inputPasses": 20],
            ["inputMeans": seedImage, "inputCount": 4, "inputPerceptual": true],
            ["inputCount": 1, "inputPasses": 1], ["inputCount": 4], ["inputCount": 6, "inputPasses": 0],
            ["inputCount": 4, "inputPerceptual": true],
        ]
    }
}
