extension FilterOracle {
    /// Subtracts a weighted mean of 5 × 5 pixels, then removes faint detail and strengthens strong detail. The mean is
    /// fitted to a render that `PublishedRenderTests` compares with.
    static let noiseReduction = neighbourhoodOracle(
        "CINoiseReduction", .published, tolerance: 1e-3,
        settings: [(0.02, 0.4), (0.1, 2), (5, 10), (0, 1), (0.3, 0)].map {
            ["inputNoiseLevel": $0.0, "inputSharpness": $0.1]
        }
    ) { picture, setting, x, y in
        let line = [0.09862, 0.24085, 0.32106, 0.24085, 0.09862]
        var smooth = SIMD4<Double>.zero
        for row in 0..<5 {
            for column in 0..<5 {
                smooth += SIMD4<Double>(picture.clamped(x + column - 2, y + row - 2)) * (line[row] * line[column])
            }
        }
        let (level, sharpness) = (setting.number("inputNoiseLevel"), setting.number("inputSharpness"))
        let detail = SIMD4<Double>(picture[x, y]) - smooth
        let luminance = abs(0.2126 * detail.x + 0.7152 * detail.y + 0.0722 * detail.z)
        let kept = level == 0 ? 1 : min(max(luminance / level - 1, 0), 1)
        let strength = kept * (1 + sharpness)
        return SIMD4<Float>(smooth + detail * SIMD4(strength, strength, strength, kept))
    }
}
