import CoreImageEssentials

/// What the timer of a player of frames does. Used by one thread at a time.
final class FramePlayerWork: @unchecked Sendable {
    private let source: FramePlayer.Source
    private let renderer: FrameRenderer
    private let sink: @Sendable (FramePlayer.Frame) throws -> Void
    private var frames: (any FrameSequence)?
    /// A frame that isn't due, which was taken from the source to know that.
    private var following: TimedFrame?
    private var rendered: FramePlayerEngine.Rendered?
    /// The error that follows the frames that have been taken.
    private var failure: (any Error)?
    /// Whether the next frame starts the time, and at which time of the source.
    private var startTime: CMTime?

    init(
        source: FramePlayer.Source, renderer: FrameRenderer,
        sink: @escaping @Sendable (FramePlayer.Frame) throws -> Void
    ) {
        (self.source, self.renderer, self.sink) = (source, renderer, sink)
    }

    /// Shows frames until the next one isn't due, or the player doesn't play.
    func proceed(_ engine: FramePlayerEngine) {
        do {
            while case .playing = engine.currentState {
                try seekIfNeeded(engine)
                guard let frame = try rendered ?? render(engine) else {
                    if engine.shared.withLock({ $0.seekTime == nil }) { engine.finish(.finished) }
                    continue
                }
                rendered = frame
                guard case .playing = engine.currentState, engine.shared.withLock({ $0.seekTime == nil }) else {
                    continue
                }
                let due = try dueTime(of: frame, engine)
                if due > engine.clock.source.now { return engine.wake(at: due) }
                rendered = nil
                try show(frame, due, engine)
            }
        } catch {
            engine.finish(.failed(error))
        }
        if engine.currentState.isFinal { (frames, following, rendered) = (nil, nil, nil) }
    }

    private func seekIfNeeded(_ engine: FramePlayerEngine) throws {
        let time = engine.shared.withLock { shared in
            defer { shared.seekTime = nil }
            return shared.seekTime
        }
        guard let time else { return }
        (following, rendered, failure, startTime) = (nil, nil, nil, time)
        let sequence = try frames ?? source.makeFrames()
        if frames == nil {
            frames = sequence
            let isFinal = engine.shared.withLock { shared in
                if !shared.state.isFinal { shared.frames = sequence }
                return shared.state.isFinal
            }
            if isFinal { return sequence.cancel() }
        }
        try sequence.begin(at: time)
    }

    /// Takes the newest frame that is due, or else the next one, and renders it. Returns nil at the end.
    private func render(_ engine: FramePlayerEngine) throws -> FramePlayerEngine.Rendered? {
        guard let frames else { return nil }
        let taken = try following.map { ($0, false) } ?? takeNext(frames)
        guard case (var frame, let waited)? = taken else { return nil }
        following = nil
        let arrival = engine.clock.source.now
        if waited { followArrival(of: frame, arrival, frames, engine) }
        while case .frame(let next) = nextIfAvailable(frames) {
            guard isDue(next, engine, frames) else {
                following = next
                break
            }
            drop([frame.time], engine)
            frame = next
        }
        drop(frames.takeDropped(), engine)
        let chain = engine.chain
        let image = try frame.filtered().image
        let extent = frame.size.map { CGRect(origin: .zero, size: $0) } ?? image.extent
        return FramePlayerEngine.Rendered(
            pixelBuffer: try renderer.render(chain(image, frame.time), source: extent), time: frame.time,
            duration: frame.duration, arrival: arrival, ready: engine.clock.source.now)
    }

    /// Returns the next frame, and whether the source kept the player waiting; nil at the end.
    private func takeNext(_ frames: any FrameSequence) throws -> (TimedFrame, Bool)? {
        if let failure { throw failure }
        return switch try frames.nextIfAvailable() {
        case .frame(let frame): (frame, false)
        case .notYet: try frames.next().map { ($0, true) }
        case .end: nil
        }
    }

    /// Looks at what follows a frame. An error is thrown after the frame has been shown.
    private func nextIfAvailable(_ frames: any FrameSequence) -> FrameLookAhead.Availability {
        guard failure == nil else { return .end }
        do { return try frames.nextIfAvailable() } catch {
            failure = error
            return .end
        }
    }

    /// Delays the time if the source was late and sets the pace.
    private func followArrival(
        of frame: TimedFrame, _ arrival: Int64, _ frames: any FrameSequence, _ engine: FramePlayerEngine
    ) {
        guard frames.pacing == .byClockAfterArrival, startTime == nil,
            let due = engine.timebase.clockTime(of: frame.time), due < arrival
        else { return }
        engine.timebase.setTime(frame.time)
    }

    private func isDue(_ frame: TimedFrame, _ engine: FramePlayerEngine, _ frames: any FrameSequence) -> Bool {
        switch frames.pacing {
        case .byArrival: true
        case .byClock, .byClockAfterArrival:
            if let startTime {
                frame.time <= startTime
            } else {
                engine.timebase.clockTime(of: frame.time).map { $0 <= engine.clock.source.now } ?? false
            }
        }
    }

    /// Returns the time of the clock at which a frame is shown. The first frame starts the time.
    private func dueTime(of frame: FramePlayerEngine.Rendered, _ engine: FramePlayerEngine) throws -> Int64 {
        if let startTime {
            self.startTime = nil
            let time = frames?.pacing == .byClock ? max(startTime, frame.time) : frame.time
            engine.shared.withLock { shared in
                guard case .playing = shared.state, shared.seekTime == nil else { return }
                engine.timebase.setRate(
                    shared.rate, anchorTime: time, immediateSourceTime: CMTime(nanoseconds: frame.ready))
            }
            return frame.ready
        }
        if frames?.pacing == .byArrival { return frame.arrival }
        // Without a rate, the player is being paused, and the loop ends.
        return engine.timebase.clockTime(of: frame.time) ?? .max
    }

    private func show(_ frame: FramePlayerEngine.Rendered, _ due: Int64, _ engine: FramePlayerEngine) throws {
        guard let pixelBuffer = frame.pixelBuffer else { return drop([frame.time], engine) }
        var latest = due
        if frames?.pacing == .byArrival {
            latest = Int64(clamping: Int128(due) + Int128(max(0, frame.duration.nanosecondsRoundedUp ?? 0)))
        }
        let lateness = frame.ready > latest ? CMTime(nanoseconds: frame.ready - latest) : nil
        engine.shared.withLock { $0.statistics.show(frame.time, lateness: lateness) }
        try sink(
            FramePlayer.Frame(
                pixelBuffer: pixelBuffer, time: frame.time, dueTime: CMTime(nanoseconds: due),
                shownTime: engine.clock.time, isLate: lateness != nil))
    }

    private func drop(_ times: [CMTime], _ engine: FramePlayerEngine) {
        guard !times.isEmpty else { return }
        engine.shared.withLock { shared in for time in times { shared.statistics.drop(time) } }
    }
}
