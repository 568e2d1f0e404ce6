extension FilterOracle {
    /// Linear burn by twice the image's dark half, linear dodge by twice its light half: the same sum, between black and white.
    static let linearLightBlendMode = separableBlend("CILinearLightBlendMode") { b, s in
        let sum = s <= 0.5 ? b + 2 * s - 1 : b + 2 * (s - 0.5)
        return min(max(sum, 0), 1)
    }
}
