extension FilterOracle {
    /// The documented mix by the mask's red.
    static let blendWithRedMask = maskBlend("CIBlendWithRedMask", component: 0)
}
