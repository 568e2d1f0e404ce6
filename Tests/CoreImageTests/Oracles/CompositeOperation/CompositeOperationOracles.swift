extension FilterOracle {
    /// One a line, sorted.
    static let compositeOperation: [FilterOracle] = [
        hardLightBlendMode
    ]
}
