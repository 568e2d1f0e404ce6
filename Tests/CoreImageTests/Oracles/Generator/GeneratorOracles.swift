extension FilterOracle {
    /// One a line, sorted.
    static let generator: [FilterOracle] = []
}
