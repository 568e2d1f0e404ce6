import Foundation
import PictureBatches
import Testing

@Suite("Observers of signals", .serialized)
struct SignalObserverTests {
    /// Sends a signal to this process, and waits for its observers, at most a minute.
    private func send(_ signal: Int32, to observers: SignalObserver...) async throws {
        kill(getpid(), signal)
        for _ in 0..<60_000 where !observers.allSatisfy(\.hasObserved) { try await Task.sleep(for: .milliseconds(1)) }
        for observer in observers { #expect(observer.hasObserved) }
    }

    @Test("a signal that comes right after an observer was made isn't lost", arguments: [SIGINT, SIGTERM])
    func early(signal: Int32) async throws {
        for _ in 0..<50 {
            let observer = SignalObserver {}
            defer { observer.cancel() }
            try await send(signal, to: observer)
        }
    }

    @Test("all observers get a signal, also while a call for an earlier one waits")
    func several() async throws {
        let (mayEnd, began) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let waiting = SignalObserver {
            began.signal()
            mayEnd.wait()
        }
        defer { waiting.cancel() }
        try await send(SIGTERM, to: waiting)
        let (first, second) = (SignalObserver {}, SignalObserver {})
        defer {
            first.cancel()
            second.cancel()
        }
        try await send(SIGTERM, to: first, second)
        // Both calls of the observer that waits have begun.
        for _ in 0..<2 {
            await withCheckedContinuation { done in
                Thread.detachNewThread {
                    began.wait(); done.resume()
                }
            }
        }
        for _ in 0..<2 { mayEnd.signal() }
    }

    @Test("after the last observer the signals have their default effect")
    func defaults() {
        SignalObserver {}.cancel()
        var action = sigaction()
        sigaction(SIGTERM, nil, &action)
        #expect(action.__sigaction_handler.sa_handler == nil)
    }
}
