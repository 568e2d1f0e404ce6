extension FilterOracle {
    /// The oracles of the category's filters, sorted, one per line.
    static let blur: [FilterOracle] = [
        bokehBlur,
        boxBlur,
        discBlur,
        gaussianBlur,
        maskedVariableBlur,
        medianFilter,
        morphologyGradient,
        morphologyMaximum,
        morphologyMinimum,
        morphologyRectangleMaximum,
        morphologyRectangleMinimum,
        motionBlur,
        noiseReduction,
        zoomBlur,
    ]
}
