extension FilterOracle {
    /// One a line, sorted.
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
