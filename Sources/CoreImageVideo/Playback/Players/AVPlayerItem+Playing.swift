import CoreImageEssentials
import Synchronization

extension AVPlayerItem {
    /// Loads the item, and gives it a timebase of a clock.
    ///
    /// - Parameter timeDidJump: Called after the time has jumped, or the end has changed.
    func attach(to clock: CMClock, timeDidJump: @escaping @Sendable () -> Void) {
        load()
        let timebase = CMTimebase(sourceClock: clock)
        let outputs = state.withLock { state in
            timebase.setTime(state.initialTime)
            (state.timebase, state.timeDidJump, state.hasEnded) = (timebase, timeDidJump, false)
            return state.outputs
        }
        for output in outputs { start(output, then: nil) }
    }

    /// Takes the timebase away. The item's time stays.
    func detach() {
        let time = currentTime()
        state.withLock { ($0.initialTime, $0.timebase, $0.timeDidJump) = (time, nil, nil) }
    }

    private func load() {
        guard status == .unknown else { return }
        let composition = state.withLock { $0.composition }
        let result = Result { try makeSource(composition) }
        state.withLock { state in
            switch result {
            case .success(let source):
                (state.source, state.status) = (source, .readyToPlay)
                state.sourceNumber += 1
            case .failure(let error): (state.error, state.status) = (error, .failed)
            }
        }
    }

    /// Makes the source anew, if the item has been loaded, and lets outputs read from it.
    func reload() {
        let outputs = state.withLock { state -> [AVPlayerItemVideoOutput] in
            guard state.status != .unknown else { return [] }
            (state.status, state.error, state.failurePosted) = (.unknown, nil, false)
            return state.timebase == nil ? [] : state.outputs
        }
        guard state.withLock({ $0.timebase != nil }) else { return }
        load()
        for output in outputs { start(output, then: nil) }
        state.withLock { $0.timeDidJump }?()
    }

    /// Notes that frames can't be read, and posts the notification once.
    func fail(_ error: any Error) {
        guard !(error is CancellationError) else { return }
        let (isFirst, timebase) = state.withLock { state in
            defer { state.failurePosted = true }
            if !state.failurePosted { (state.status, state.error) = (.failed, error) }
            return (!state.failurePosted, state.timebase)
        }
        guard isFirst else { return }
        timebase?.setRate(0)
        NotificationCenter.default.post(
            name: .AVPlayerItemFailedToPlayToEndTime, object: self,
            userInfo: [AVPlayerItemFailedToPlayToEndTimeErrorKey: error])
    }

    /// Makes the time jump.
    ///
    /// - Parameter completion: Called once: with true when all outputs have the frame of the time, and with false if
    ///   another seek took the place of this one.
    func jump(to time: CMTime, completion: (@Sendable (Bool) -> Void)?) {
        let (outputs, timebase, notify, target) = state.withLock { state in
            var target = CMTimeMaximum(time, .zero)
            let duration = state.source?.duration ?? .indefinite
            if duration.isNumeric { target = CMTimeMinimum(target, duration) }
            (state.initialTime, state.hasEnded) = (target, false)
            return (state.outputs, state.timebase, state.timeDidJump, target)
        }
        timebase?.setTime(target)
        let pending = PendingSeek(count: outputs.count, completion: completion)
        for output in outputs { start(output) { pending.done($0) } }
        // Continues if the time stood still at the end.
        notify?()
        NotificationCenter.default.post(name: .AVPlayerItemTimeJumped, object: self)
    }

    /// Makes an output read frames from the present time on.
    func start(_ output: AVPlayerItemVideoOutput, then: (@Sendable (Bool) -> Void)?) {
        let (source, number) = state.withLock { state in
            (state.timebase == nil || state.status != .readyToPlay ? nil : state.source, state.sourceNumber)
        }
        guard let source else {
            then?(true)
            return
        }
        do { try output.begin(source, number, at: currentTime(), then: then) } catch {
            fail(error)
            then?(true)
        }
    }
}

/// Waits for several outputs.
private final class PendingSeek: Sendable {
    private let state: Mutex<(remaining: Int, isFinished: Bool)>
    private let completion: (@Sendable (Bool) -> Void)?

    init(count: Int, completion: (@Sendable (Bool) -> Void)?) {
        state = Mutex((count, true))
        self.completion = completion
        if count == 0 { completion?(true) }
    }

    func done(_ isFinished: Bool) {
        let result: Bool? = state.withLock { state in
            state.remaining -= 1
            state.isFinished = state.isFinished && isFinished
            return state.remaining == 0 ? state.isFinished : nil
        }
        if let result { completion?(result) }
    }
}
