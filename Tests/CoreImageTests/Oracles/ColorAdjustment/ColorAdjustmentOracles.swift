extension FilterOracle {
    /// The oracles of the category's filters, sorted, one per line.
    static let colorAdjustment: [FilterOracle] = [
        colorAbsoluteDifference,
        colorClamp,
        colorControls,
        colorMatrix,
        colorPolynomial,
        colorThreshold,
        colorThresholdOtsu,
        depthToDisparity,
        disparityToDepth,
        exposureAdjust,
        gammaAdjust,
        hueAdjust,
        linearToSRGBToneCurve,
        sRGBToneCurveToLinear,
        systemToneMap,
        temperatureAndTint,
        toneCurve,
        toneMapHeadroom,
        vibrance,
        whitePointAdjust,
    ]
}
