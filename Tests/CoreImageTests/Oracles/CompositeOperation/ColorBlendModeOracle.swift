extension FilterOracle {
    /// ISO 32000-1, 11.3.5.3: color.
    static let colorBlendMode = nonseparableBlend("CIColorBlendMode") { b, s in setLum(s, lum(b)) }
}
