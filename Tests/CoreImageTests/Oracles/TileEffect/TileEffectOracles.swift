extension FilterOracle {
    /// One a line, sorted.
    static let tileEffect: [FilterOracle] = []
}
