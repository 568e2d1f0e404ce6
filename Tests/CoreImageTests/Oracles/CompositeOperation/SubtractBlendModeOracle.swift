extension FilterOracle {
    /// The difference, not below black.
    static let subtractBlendMode = separableBlend("CISubtractBlendMode") { b, s in
        b > s ? b - s : 0
    }
}
