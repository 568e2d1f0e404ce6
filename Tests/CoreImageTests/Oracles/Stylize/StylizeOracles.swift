extension FilterOracle {
    /// One a line, sorted.
    static let stylize: [FilterOracle] = []
}
