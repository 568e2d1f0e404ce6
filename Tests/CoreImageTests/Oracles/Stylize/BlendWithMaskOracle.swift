extension FilterOracle {
    /// The documented mix by the mask's green.
    static let blendWithMask = maskBlend("CIBlendWithMask", component: 1)
}
