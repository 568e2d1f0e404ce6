extension FilterOracle {
    /// The oracles of the category's filters, sorted, one per line.
    static let distortionEffect: [FilterOracle] = [
        bumpDistortion,
        bumpDistortionLinear,
        cameraCalibrationLensCorrection,
        circleSplashDistortion,
        circularWrap,
        displacementDistortion,
        droste,
        glassDistortion,
        glassLozenge,
        holeDistortion,
        lightTunnel,
        ninePartStretched,
        ninePartTiled,
        pinchDistortion,
        stretchCrop,
        torusLensDistortion,
        twirlDistortion,
        vortexDistortion,
    ]
}
