extension FilterOracle {
    /// Afterwards both pairs of guides are parallel, and the angles of the two pairs sum to 90°.
    static let keystoneCorrectionCombined = keystone(
        "CIKeystoneCorrectionCombined", parallel: [(3, 0), (2, 1), (0, 1), (3, 2)], still: [])
}
