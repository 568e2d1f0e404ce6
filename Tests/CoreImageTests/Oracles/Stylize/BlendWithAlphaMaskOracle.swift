extension FilterOracle {
    /// The documented mix by the mask's alpha.
    static let blendWithAlphaMask = maskBlend("CIBlendWithAlphaMask", component: 3)
}
