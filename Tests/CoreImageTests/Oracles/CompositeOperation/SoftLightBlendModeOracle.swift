extension FilterOracle {
    /// ISO 32000-1, 11.3.5.2: soft light.
    static let softLightBlendMode = separableBlend("CISoftLightBlendMode") { b, s in
        if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
        let curve = b <= 0.25 ? 16 * b * b * b - 12 * b * b + 4 * b : b.squareRoot()
        return b + (2 * s - 1) * (curve - b)
    }
}
