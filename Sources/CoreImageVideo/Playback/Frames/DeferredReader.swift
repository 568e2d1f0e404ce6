import CoreImageEssentials
import Synchronization

/// A reader that is opened when reading begins. That happens on the thread that reads ahead, so that a player can be
/// stopped although its source waits for another program.
final class DeferredReader: FrameReader {
    private struct State: Sendable {
        var reader: (any FrameReader)?
        var isCancelled = false
    }

    private let open: @Sendable () throws -> any FrameReader
    private let state = Mutex(State())

    /// - Parameter open: Opens the reader; called once, unless it throws.
    init(_ open: @escaping @Sendable () throws -> any FrameReader) { self.open = open }

    func begin(at time: CMTime) throws {
        let reader = try state.withLock { $0.reader } ?? open()
        let isCancelled = state.withLock { state in
            state.reader = reader
            return state.isCancelled
        }
        if isCancelled { reader.cancel() }
        try reader.begin(at: time)
    }

    func next() throws -> TimedFrame? { try state.withLock { $0.reader }?.next() }

    func cancel() {
        let reader = state.withLock { state in
            state.isCancelled = true
            return state.reader
        }
        reader?.cancel()
    }
}
