extension FilterOracle {
    /// The distance to the nearest pixel whose red exceeds ½, minus that to the nearest other pixel.
    static let signedDistanceGradientFromRedMask = FilterOracle("CISignedDistanceGradientFromRedMask", .formula) {
        try DistanceFormula.check("CISignedDistanceGradientFromRedMask", isSigned: true)
    }
}
