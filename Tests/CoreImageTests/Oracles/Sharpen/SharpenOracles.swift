extension FilterOracle {
    /// One a line, sorted.
    static let sharpen: [FilterOracle] = [
        sharpenLuminance,
        unsharpMask,
    ]
}
