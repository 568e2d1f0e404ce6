extension FilterOracle {
    /// The oracles of the category's filters, sorted, one per line.
    static let sharpen: [FilterOracle] = [
        sharpenLuminance,
        unsharpMask,
    ]
}
