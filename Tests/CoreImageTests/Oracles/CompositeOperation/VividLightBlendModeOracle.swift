extension FilterOracle {
    /// Burn by twice the image's dark half, dodge by twice its light half.
    static let vividLightBlendMode = separableBlend("CIVividLightBlendMode") { b, s in
        s <= 0.5 ? burnt(min(b, 1), 2 * s) : dodged(max(b, 0), 2 * s - 1)
    }
}
