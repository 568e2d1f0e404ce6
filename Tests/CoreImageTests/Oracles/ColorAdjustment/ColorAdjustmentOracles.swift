extension FilterOracle {
    /// One a line, sorted.
    static let colorAdjustment: [FilterOracle] = [
        exposureAdjust
    ]
}
