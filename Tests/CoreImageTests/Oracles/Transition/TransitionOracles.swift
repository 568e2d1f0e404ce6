extension FilterOracle {
    /// One a line, sorted.
    static let transition: [FilterOracle] = [
        accordionFoldTransition,
        pageCurlTransition,
        pageCurlWithShadowTransition,
    ]
}
