import CoreImageEssentials
import Synchronization

extension AVPlayer {
    /// Calls a block periodically while the time passes: at the multiples of an interval in the time of the item. It is
    /// also called when the time starts, stops or jumps.
    ///
    /// - Parameters:
    ///   - interval: The interval; a positive number.
    ///   - queue: The serial queue on which the block is called; nil for the main queue.
    ///   - block: The block, whose parameter is the time of the item.
    /// - Returns: An object for ``removeTimeObserver(_:)``.
    public func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        precondition(interval.isNumeric && interval.seconds > 0, "The interval of a time observer is positive.")
        return add(TimeObserver(.multiples(of: interval), queue: queue, block: block))
    }

    /// Calls a block when the time passes one of some times. It isn't called when the time jumps across one.
    ///
    /// - Parameters:
    ///   - times: The times, at least one. On Apple's systems they are wrapped in `NSValue`.
    ///   - queue: The serial queue on which the block is called; nil for the main queue.
    /// - Returns: An object for ``removeTimeObserver(_:)``.
    public func addBoundaryTimeObserver(
        forTimes times: [CMTime], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
    ) -> Any {
        add(TimeObserver(.boundaries(times.filter(\.isNumeric).sorted()), queue: queue) { _ in block() })
    }

    /// Removes an observer. Its block isn't called after that, except for a call that has begun.
    ///
    /// - Parameter observer: What the function that added it returned. Other objects have no effect.
    public func removeTimeObserver(_ observer: Any) {
        guard let observer = observer as? TimeObserver else { return }
        observer.remove()
        state.withLock { $0.observers.removeAll { $0 === observer } }
    }

    private func add(_ observer: TimeObserver) -> TimeObserver {
        state.withLock { $0.observers.append(observer) }
        scheduleNext()
        return observer
    }

    /// Tells observers that the time has started, stopped or jumped, and schedules what is next.
    func timeDidChange() {
        let (observers, item) = state.withLock { ($0.observers, $0.item) }
        if let item {
            applyRate(to: item)
            let time = item.currentTime()
            for observer in observers {
                if case .multiples = observer.times { observer.call(time) }
            }
        }
        passedTime.withLock { $0 = item?.currentTime() ?? .zero }
        scheduleNext()
    }

    /// Sets the timer to the next time at which something happens: an observer's time, or the end.
    private func scheduleNext() {
        let state = state.withLock { $0 }
        guard let item = state.item, let timebase = item.timebase, timebase.rate > 0 else { return }
        let passed = passedTime.withLock { $0 }
        let (end, hasEnded) = item.state.withLock { ($0.playbackEnd, $0.hasEnded) }
        var next = hasEnded || !end.isNumeric ? nil : end
        for time in state.observers.compactMap({ $0.next(after: passed) }) { next = next.map { min($0, time) } ?? time }
        guard let next, let clockTime = timebase.clockTime(of: next) else { return }
        timer.schedule(at: clockTime)
    }

    /// The timer, which is made with the first use of a clock.
    private var timer: any ClockTimer {
        state.withLock { state in
            let timer = state.timer ?? state.clock.source.makeTimer { [weak self] in self?.timePassed() }
            state.timer = timer
            return timer
        }
    }

    /// Calls the observers whose times have passed, and ends the item at its end.
    private func timePassed() {
        let state = state.withLock { $0 }
        guard let item = state.item, let timebase = item.timebase, timebase.rate > 0 else { return }
        let time = item.currentTime()
        let passed = passedTime.withLock { passed in
            defer { passed = max(passed, time) }
            return passed
        }
        for observer in state.observers {
            guard var next = observer.next(after: passed), next <= time else { continue }
            // Of several times that have passed, the last one is reported.
            while let following = observer.next(after: next), following <= time { next = following }
            observer.call(next)
        }
        let hasEnded = item.state.withLock { state in
            guard !state.hasEnded, state.playbackEnd.isNumeric, time >= state.playbackEnd else { return false }
            state.hasEnded = true
            return true
        }
        if hasEnded { end(item, timebase) }
        scheduleNext()
    }

    private func end(_ item: AVPlayerItem, _ timebase: CMTimebase) {
        let end = item.currentTime()
        timebase.setRate(0)
        timebase.setTime(end)
        let pauses = state.withLock { state in
            guard state.actionAtItemEnd == .pause else { return false }
            state.rate = 0
            return true
        }
        if pauses { timeDidChange() }
        NotificationCenter.default.post(name: .AVPlayerItemDidPlayToEndTime, object: item)
    }
}
