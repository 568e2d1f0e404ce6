import CoreImageEssentials

extension AVPlayer {
    /// Seconds of the item in a second of the clock; 0 stops the time. A negative rate is 0, as
    /// ``AVPlayerItem/canPlayReverse`` says, and so is one that isn't finite.
    public var rate: Float {
        get { state.withLock { $0.rate } }
        set { setRate(newValue) }
    }

    /// The rate that ``play()`` sets: 1 at first.
    public var defaultRate: Float {
        get { state.withLock { $0.defaultRate } }
        set { state.withLock { $0.defaultRate = newValue } }
    }

    /// Plays at the default rate. At the end of the item it has no effect; `seek(to:)` another time first.
    public func play() { setRate(defaultRate) }

    /// Stops the time.
    public func pause() { setRate(0) }

    /// Plays at a rate.
    public func playImmediately(atRate rate: Float) { setRate(rate) }

    /// Plays at a rate, such that a time of the item is shown at a time of the clock.
    ///
    /// - Parameters:
    ///   - rate: The rate.
    ///   - itemTime: The time of the item; an invalid one for its present time.
    ///   - hostClockTime: The time of the clock; an invalid one for its present time.
    public func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        setRate(rate)
        guard let timebase = currentItem?.timebase, timebase.rate != 0 else { return }
        timebase.setRate(
            timebase.rate, anchorTime: itemTime.isNumeric ? itemTime : currentTime(),
            immediateSourceTime: hostClockTime.isNumeric ? hostClockTime : timebase.sourceClock.time)
        timeDidChange()
    }

    private func setRate(_ requested: Float) {
        let rate = requested.isFinite ? max(0, requested) : 0
        if rate != requested { logError(PlaybackRateError(rate: requested)) }
        let item = state.withLock { state in
            let isAtEnd = state.item?.state.withLock { $0.hasEnded } ?? false
            state.rate = isAtEnd && state.actionAtItemEnd == .pause ? 0 : rate
            return state.item
        }
        if let item { applyRate(to: item) }
        timeDidChange()
    }

    /// Makes the time of an item pass at the player's rate, unless the item can't be played or has ended.
    func applyRate(to item: AVPlayerItem) {
        let canPlay = item.state.withLock { $0.status == .readyToPlay && !$0.hasEnded }
        guard canPlay else { return }
        item.timebase?.setRate(Double(rate))
        if rate > 0 { for output in item.state.withLock({ $0.outputs }) { output.announceChange() } }
    }
}

/// A rate at which nothing can be played.
struct PlaybackRateError: Error, CustomStringConvertible {
    let rate: Float

    var description: String {
        "AVPlayer: nothing can be played at the rate \(rate). The rate has been set to 0. Pass a positive number."
    }
}
