extension FilterOracle {
    /// ISO 32000-2, 11.3.5.2: `1 − (1 − b) / s`, and at least 0, with backgrounds above 1 clamped to 1.
    static let colorBurnBlendMode = separableBlend("CIColorBurnBlendMode") { b, s in
        burnt(min(b, 1), s)
    }
}
