extension FilterOracle {
    /// One a line, sorted.
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
