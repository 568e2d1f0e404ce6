extension FilterOracle {
    /// One a line, sorted.
    static let colorEffect: [FilterOracle] = [
        colorCurves,
        colorMap,
        convertLabToRGB,
        convertRGBtoLab,
        dither,
        documentEnhancer,
        labDeltaE,
        paletteCentroid,
        palettize,
        thermal,
        xRay,
    ]
}
