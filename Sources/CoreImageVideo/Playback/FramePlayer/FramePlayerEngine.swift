import CoreImageEssentials
import Synchronization

/// The state and the timer of a player of frames.
///
/// The timer's handler does all the work, so that frames, chain and sink are used by one thread at a time. Other
/// methods change the state, and schedule the handler.
final class FramePlayerEngine: Sendable {
    /// A frame that has been rendered.
    struct Rendered: Sendable {
        /// Nil if all pixel buffers were in use. The frame is dropped when it is due, so that the frames after it
        /// aren't taken ahead of their times.
        let pixelBuffer: CVPixelBuffer?
        let time: CMTime
        let duration: CMTime
        /// The times of the clock at which the source delivered it, and at which it had been rendered.
        let arrival: Int64
        let ready: Int64
    }

    struct Shared: Sendable {
        var state = FramePlayer.State.paused
        var chain: FramePlayer.Chain
        var rate = 1.0
        var seekTime: CMTime? = .zero
        var statistics = FramePlayer.Statistics()
        var frames: (any FrameSequence)?
        var waiting: [@Sendable (FramePlayer.State) -> Void] = []
    }

    let clock: CMClock
    let timebase: CMTimebase
    let shared: Mutex<Shared>
    let work: FramePlayerWork
    private let timer = Mutex<(any ClockTimer)?>(nil)

    init(
        source: FramePlayer.Source, renderer: FrameRenderer, clock: CMClock, chain: @escaping FramePlayer.Chain,
        sink: @escaping @Sendable (FramePlayer.Frame) throws -> Void
    ) {
        self.clock = clock
        timebase = CMTimebase(sourceClock: clock)
        shared = Mutex(Shared(chain: chain))
        work = FramePlayerWork(source: source, renderer: renderer, sink: sink)
        timer.withLock { $0 = clock.source.makeTimer { [weak self] in self?.work(on: self) } }
    }

    var chain: FramePlayer.Chain {
        get { shared.withLock { $0.chain } }
        set { shared.withLock { $0.chain = newValue } }
    }
    var rate: Double { shared.withLock { $0.rate } }
    var currentState: FramePlayer.State { shared.withLock { $0.state } }
    var statistics: FramePlayer.Statistics { shared.withLock { $0.statistics } }

    func setRate(_ rate: Double) {
        guard rate > 0, rate.isFinite else { return }
        shared.withLock { shared in
            shared.rate = rate
            if timebase.rate != 0 { timebase.setRate(rate) }
        }
        wake()
    }

    func play() {
        let isPlaying = shared.withLock { shared in
            guard case .paused = shared.state else { return false }
            shared.state = .playing
            // The first frame after a seek starts the time.
            if shared.seekTime == nil { timebase.setRate(shared.rate) }
            return true
        }
        if isPlaying { wake() }
    }

    func pause() {
        shared.withLock { shared in
            guard case .playing = shared.state else { return }
            shared.state = .paused
            timebase.setRate(0)
        }
    }

    func seek(to time: CMTime) {
        let isSeeking = shared.withLock { shared in
            guard !shared.state.isFinal, time.isNumeric else { return false }
            shared.seekTime = time
            timebase.setRate(0)
            timebase.setTime(time)
            return true
        }
        if isSeeking { wake() }
    }

    /// Ends the player, and waits for a running call of the handler. Also releases the timer's thread.
    func stop() {
        finish(.stopped)
        timer.withLock { $0 }?.invalidate()
    }

    func whenFinished(_ body: @escaping @Sendable (FramePlayer.State) -> Void) {
        let state: FramePlayer.State? = shared.withLock { shared in
            if shared.state.isFinal { return shared.state }
            shared.waiting.append(body)
            return nil
        }
        if let state { body(state) }
    }

    /// Sets a final state, unless there is one.
    func finish(_ state: FramePlayer.State) {
        let (frames, waiting) = shared.withLock {
            shared -> ((any FrameSequence)?, [@Sendable (FramePlayer.State) -> Void]) in
            guard !shared.state.isFinal else { return (nil, []) }
            shared.state = state
            timebase.setRate(0)
            defer { (shared.frames, shared.waiting) = (nil, []) }
            return (shared.frames, shared.waiting)
        }
        frames?.cancel()
        for body in waiting { body(state) }
    }

    /// Calls the handler at a time of the clock.
    func wake(at time: Int64? = nil) { timer.withLock { $0 }?.schedule(at: time ?? clock.source.now) }

    private func work(on engine: FramePlayerEngine?) {
        guard let engine else { return }
        work.proceed(engine)
    }
}
