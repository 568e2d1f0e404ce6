extension FilterOracle {
    /// One a line, sorted.
    static let colorEffect: [FilterOracle] = [
        colorCrossPolynomial,
        colorCurves,
        colorMap,
        colorMonochrome,
        colorPosterize,
        convertLabToRGB,
        convertRGBtoLab,
        dither,
        documentEnhancer,
        falseColor,
        labDeltaE,
        paletteCentroid,
        palettize,
        thermal,
        vignette,
        vignetteEffect,
        xRay,
    ]
}
