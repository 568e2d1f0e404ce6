extension FilterOracle {
    /// ISO 32000-1, 11.3.5.2: multiply by 2 s, or screen with 2 s − 1.
    static let hardLightBlendMode = separableBlend("CIHardLightBlendMode") { b, s in
        s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
    }
}
