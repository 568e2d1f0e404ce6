import CoreImageEssentials

/// The frames that a look-ahead has read, and the thread that reads them.
final class FrameQueue: @unchecked Sendable {
    /// An object instead of a value, because it changes while code that uses it waits.
    final class State {
        var frames: [TimedFrame] = []
        var ending: Result<Void, any Error>?
        /// Where reading should begin, until it has.
        var request: CMTime?
        /// Increased when reading begins anew, so that frames of the reading before are recognised.
        var generation = 0
        var isCancelled = false
        var completion: (@Sendable (Bool) -> Void)?
        /// Whether the last frame stays until one of a new reading takes its place.
        var keepsLast = false

        func takeFirst() throws -> TimedFrame? {
            if !frames.isEmpty { return frames.removeFirst() }
            try ending?.get()
            return nil
        }

        /// Returns what has to be called outside of the lock.
        func takeCompletion() -> (@Sendable (Bool) -> Void)? {
            defer { completion = nil }
            return completion
        }
    }

    private let reader: any FrameReader
    private let capacity: Int
    private let prepare: @Sendable (TimedFrame) throws -> TimedFrame
    private let condition = NSCondition()
    // The condition's lock protects it.
    private let state = State()

    init(_ reader: any FrameReader, capacity: Int, prepare: @escaping @Sendable (TimedFrame) throws -> TimedFrame) {
        (self.reader, self.capacity, self.prepare) = (reader, max(1, capacity), prepare)
    }

    /// Calls `body` with the state, and wakes all threads that wait for a change of it.
    func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return try body(state)
    }

    /// Waits for a change. For use inside `withState`.
    func wait() { condition.wait() }

    /// Wakes all threads that wait for a change. For use inside `withState`.
    func announce() { condition.broadcast() }

    func begin(at time: CMTime, then: (@Sendable (Bool) -> Void)?) {
        let (superseded, isCancelled) = withState { state in
            let superseded = state.takeCompletion()
            guard !state.isCancelled else { return (superseded, true) }
            state.generation += 1
            (state.frames, state.ending, state.request, state.keepsLast) = ([], nil, time, false)
            state.completion = then
            return (superseded, false)
        }
        superseded?(false)
        if isCancelled { then?(false) }
    }

    /// Begins anew at a time, and keeps the last frame until there is another one.
    func resume(at time: CMTime) {
        withState { state in
            guard state.request == nil, state.ending == nil, !state.keepsLast else { return }
            state.generation += 1
            (state.request, state.keepsLast) = (time, true)
        }
    }

    func cancel() {
        let completion = withState { state in
            state.isCancelled = true
            state.generation += 1
            (state.frames, state.ending, state.request) = ([], .failure(CancellationError()), nil)
            return state.takeCompletion()
        }
        reader.cancel()
        completion?(false)
    }

    /// Reads until the queue is cancelled.
    func run() {
        while let (generation, start) = nextTask() {
            let result = Result<TimedFrame?, any Error> {
                if let start { try reader.begin(at: start) }
                return try reader.next().map(prepare)
            }
            store(result, generation)
        }
    }

    /// Waits until there is something to read. Returns nil after the end.
    private func nextTask() -> (generation: Int, start: CMTime?)? {
        withState { state in
            while !state.isCancelled {
                if let time = state.request {
                    state.request = nil
                    return (state.generation, time)
                }
                if state.generation > 0, state.ending == nil, state.frames.count < capacity || state.keepsLast {
                    return (state.generation, nil)
                }
                wait()
            }
            return nil
        }
    }

    private func store(_ result: Result<TimedFrame?, any Error>, _ generation: Int) {
        let completion: (@Sendable (Bool) -> Void)? = withState { state in
            guard state.generation == generation else { return nil }
            if state.keepsLast, case .success(.some) = result { state.frames = [] }
            state.keepsLast = false
            switch result {
            case .success(let frame?): state.frames.append(frame)
            case .success(nil): state.ending = .success(())
            case .failure(let error): state.ending = .failure(error)
            }
            return state.takeCompletion()
        }
        completion?(true)
    }
}
