import CSignals
import Foundation
import Synchronization

/// Gives SIGINT, SIGTERM and SIGHUP of this process to its observers. Thread-safe.
///
/// The handler of the signals writes to a pipe, which a thread reads.
final class SignalRelay: Sendable {
    static let shared = SignalRelay()

    /// Stands for an observer. Numbers are never reused.
    typealias Number = Int

    private struct State {
        var observers: [Number: @Sendable () -> Void] = [:]
        var next: Number = 0
        /// The end of the pipe that the handler writes to; nil before the first observer.
        var writing: Int32?
    }

    /// SIGHUP comes when a terminal is closed, and stays ignored under `nohup`.
    private static let signals = [SIGINT, SIGTERM] + (csignals_is_ignored(SIGHUP) != 0 ? [] : [SIGHUP])
    private let state = Mutex(State())

    /// Adds an observer, which is called on a thread of its own at each signal: an earlier call may still be waiting
    /// for something.
    func add(_ observer: @escaping @Sendable () -> Void) -> Number {
        state.withLock { state in
            state.next += 1
            state.observers[state.next] = observer
            if state.writing == nil { state.writing = startReading() }
            if let writing = state.writing, state.observers.count == 1 {
                for signal in Self.signals { csignals_forward(signal, writing) }
            }
            return state.next
        }
    }

    /// Removes an observer. After the last one, the signals have their default effect.
    func remove(_ number: Number) {
        state.withLock { state in
            guard state.observers.removeValue(forKey: number) != nil, state.observers.isEmpty else { return }
            for signal in Self.signals { csignals_restore(signal) }
        }
    }

    /// Starts the thread that reads the pipe for the rest of the process, and returns the writing end; nil if there are
    /// no file descriptors left. The signals then keep their default effect.
    private func startReading() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard csignals_pipe(&ends) == 0 else { return nil }
        let reading = ends[0]
        let thread = Thread { [self] in
            var signal: UInt8 = 0
            while true {
                let count = read(reading, &signal, 1)
                if count < 0, errno == EINTR { continue }
                guard count == 1 else { return }
                for observer in state.withLock({ Array($0.observers.values) }) { Thread.detachNewThread(observer) }
            }
        }
        thread.name = "signals"
        thread.start()
        return ends[1]
    }
}
