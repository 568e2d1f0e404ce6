extension FilterOracle {
    /// One a line, sorted.
    static let blur: [FilterOracle] = []
}
