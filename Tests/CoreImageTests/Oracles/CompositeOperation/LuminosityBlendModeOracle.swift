extension FilterOracle {
    /// ISO 32000-1, 11.3.5.3: luminosity.
    static let luminosityBlendMode = nonseparableBlend("CILuminosityBlendMode") { b, s in setLum(b, lum(s)) }
}
