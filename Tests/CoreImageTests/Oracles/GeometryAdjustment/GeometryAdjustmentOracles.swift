extension FilterOracle {
    /// One a line, sorted.
    static let geometryAdjustment: [FilterOracle] = []
}
