extension FilterOracle {
    /// One a line, sorted.
    static let colorEffect: [FilterOracle] = []
}
