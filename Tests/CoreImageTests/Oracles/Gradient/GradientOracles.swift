extension FilterOracle {
    /// One a line, sorted.
    static let gradient: [FilterOracle] = [
        linearGradient
    ]
}
