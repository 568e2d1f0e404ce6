extension FilterOracle {
    /// The Euclidean distance to the nearest pixel whose red exceeds ½.
    static let distanceGradientFromRedMask = FilterOracle("CIDistanceGradientFromRedMask", .formula) {
        try DistanceFormula.check("CIDistanceGradientFromRedMask", isSigned: false)
    }
}
