extension FilterOracle {
    /// ISO 32000-1, 11.3.5.3: hue.
    static let hueBlendMode = nonseparableBlend("CIHueBlendMode") { b, s in setLum(setSat(s, sat(b)), lum(b)) }
}
