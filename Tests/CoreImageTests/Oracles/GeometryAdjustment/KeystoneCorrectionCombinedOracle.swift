extension FilterOracle {
    /// Both pairs of guides are parallel afterwards, and lean to the right as much as they rise to it.
    static let keystoneCorrectionCombined = keystone(
        "CIKeystoneCorrectionCombined", parallel: [(3, 0), (2, 1), (0, 1), (3, 2)], still: [])
}
