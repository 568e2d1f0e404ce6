extension FilterOracle {
    /// One a line, sorted.
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
