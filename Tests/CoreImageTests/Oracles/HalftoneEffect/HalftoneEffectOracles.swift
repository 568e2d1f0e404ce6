extension FilterOracle {
    /// One a line, sorted.
    static let halftoneEffect: [FilterOracle] = [
        circularScreen,
        cmykHalftone,
        dotScreen,
        hatchedScreen,
        lineScreen,
    ]
}
