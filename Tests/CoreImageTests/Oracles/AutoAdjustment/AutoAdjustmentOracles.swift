extension FilterOracle {
    /// One a line, sorted.
    static let autoAdjustment: [FilterOracle] = [
        faceBalance,
        redEyeCorrection,
    ]
}
