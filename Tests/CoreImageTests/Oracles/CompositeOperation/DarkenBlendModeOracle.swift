extension FilterOracle {
    /// ISO 32000-1, 11.3.5.2: darken.
    static let darkenBlendMode = separableBlend("CIDarkenBlendMode") { b, s in
        min(b, s)
    }
}
