extension FilterOracle {
    /// Darken with twice the image's dark half, lighten with twice its light half.
    static let pinLightBlendMode = separableBlend("CIPinLightBlendMode") { b, s in
        s < 0.5 ? min(b, 2 * s) : max(b, 2 * (s - 0.5))
    }
}
