extension FilterOracle {
    /// The oracles of the category's filters, sorted, one per line.
    static let halftoneEffect: [FilterOracle] = [
        circularScreen,
        cmykHalftone,
        dotScreen,
        hatchedScreen,
        lineScreen,
    ]
}
