extension FilterOracle {
    /// ISO 32000-1, 11.3.5.2: lighten.
    static let lightenBlendMode = separableBlend("CILightenBlendMode") { b, s in
        max(b, s)
    }
}
