extension FilterOracle {
    /// One a line, sorted.
    static let distortionEffect: [FilterOracle] = []
}
