extension FilterOracle {
    /// ISO 32000-2, 11.3.5.2: `b / (1 − s)`, and at most 1, with backgrounds below 0 clamped to 0.
    static let colorDodgeBlendMode = separableBlend("CIColorDodgeBlendMode") { b, s in
        dodged(max(b, 0), s)
    }
}
