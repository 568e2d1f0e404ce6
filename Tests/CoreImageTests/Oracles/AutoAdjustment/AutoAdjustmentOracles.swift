extension FilterOracle {
    /// The oracles of the category's filters, sorted, one per line.
    static let autoAdjustment: [FilterOracle] = [
        faceBalance,
        redEyeCorrection,
    ]
}
