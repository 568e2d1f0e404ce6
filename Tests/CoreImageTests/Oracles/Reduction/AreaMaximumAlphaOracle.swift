extension FilterOracle {
    /// The first pixel with the largest alpha, in blocks of 64 × 64 pixels.
    static let areaMaximumAlpha = areaReduction("CIAreaMaximumAlpha", pictures: [fading(from: 0.75)]) {
        area, _ in
        [SIMD4<Double>(area.firstInBlocks { $0.w > $1.w })]
    }
}
