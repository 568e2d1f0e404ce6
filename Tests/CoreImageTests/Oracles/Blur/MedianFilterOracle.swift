extension FilterOracle {
    /// The fifth of the nine values, sorted; edge pixels are repeated.
    static let medianFilter = neighbourhoodOracle("CIMedianFilter") { picture, _, x, y in
        var result = SIMD4<Float>.zero
        for component in 0..<4 {
            result[component] =
                (0..<9).map { picture.clamped(x + $0 % 3 - 1, y + $0 / 3 - 1)[component] }.sorted()[4]
        }
        return result
    }
}
