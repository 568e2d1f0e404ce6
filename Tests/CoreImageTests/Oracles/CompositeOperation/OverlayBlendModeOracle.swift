extension FilterOracle {
    /// ISO 32000-1, 11.3.5.2: hard light with the images exchanged.
    static let overlayBlendMode = separableBlend("CIOverlayBlendMode") { b, s in
        b <= 0.5 ? s * 2 * b : s + (2 * b - 1) - s * (2 * b - 1)
    }
}
