extension FilterOracle {
    /// The same, minus the distance to the nearest pixel that isn't in the mask.
    static let signedDistanceGradientFromRedMask = FilterOracle("CISignedDistanceGradientFromRedMask", .formula) {
        try DistanceFormula.check("CISignedDistanceGradientFromRedMask", isSigned: true)
    }
}
