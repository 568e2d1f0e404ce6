extension FilterOracle {
    /// One a line, sorted.
    static let transition: [FilterOracle] = [
        barsSwipeTransition,
        copyMachineTransition,
        disintegrateWithMaskTransition,
        dissolveTransition,
        flashTransition,
        modTransition,
        rippleTransition,
        swipeTransition,
    ]
}
