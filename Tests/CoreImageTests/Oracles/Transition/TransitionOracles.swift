extension FilterOracle {
    /// The oracles of the category's filters, sorted, one per line.
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
