extension FilterOracle {
    /// ISO 32000-1, 11.3.5.3: saturation.
    static let saturationBlendMode = nonseparableBlend("CISaturationBlendMode") { b, s in
        setLum(setSat(b, sat(s)), lum(b))
    }
}
