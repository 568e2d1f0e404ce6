extension FilterOracle {
    /// One a line, sorted.
    static let reduction: [FilterOracle] = []
}
