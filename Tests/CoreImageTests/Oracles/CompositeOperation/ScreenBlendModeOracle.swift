extension FilterOracle {
    /// ISO 32000-1, 11.3.5.2: screen.
    static let screenBlendMode = separableBlend("CIScreenBlendMode") { b, s in
        1 - (1 - b) * (1 - s)
    }
}
