extension FilterOracle {
    /// ISO 32000-2, 11.3.5.2, with colours above 1 as 1: `1 − (1 − b) / s`, and black where that is less.
    static let colorBurnBlendMode = separableBlend("CIColorBurnBlendMode") { b, s in
        burnt(min(b, 1), s)
    }
}
