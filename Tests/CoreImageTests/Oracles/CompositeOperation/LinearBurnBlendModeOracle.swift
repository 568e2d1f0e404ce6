extension FilterOracle {
    /// The sum less white, not below black.
    static let linearBurnBlendMode = separableBlend("CILinearBurnBlendMode") { b, s in
        max(b + s - 1, 0)
    }
}
