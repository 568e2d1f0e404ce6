extension FilterOracle {
    /// The documented mix by the mask's blue.
    static let blendWithBlueMask = maskBlend("CIBlendWithBlueMask", component: 2)
}
