extension FilterOracle {
    /// ISO 32000-1, 11.3.5.2: exclusion.
    static let exclusionBlendMode = separableBlend("CIExclusionBlendMode") { b, s in
        b + s - 2 * b * s
    }
}
