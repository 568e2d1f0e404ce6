extension FilterOracle {
    /// The sum, not above white.
    static let linearDodgeBlendMode = separableBlend("CILinearDodgeBlendMode") { b, s in
        min(b + s, 1)
    }
}
