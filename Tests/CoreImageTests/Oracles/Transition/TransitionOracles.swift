extension FilterOracle {
    /// One a line, sorted.
    static let transition: [FilterOracle] = [
        accordionFoldTransition,
        barsSwipeTransition,
        copyMachineTransition,
        disintegrateWithMaskTransition,
        dissolveTransition,
        flashTransition,
        modTransition,
        pageCurlTransition,
        pageCurlWithShadowTransition,
        rippleTransition,
        swipeTransition,
    ]
}
