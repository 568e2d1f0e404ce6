import Foundation

/// Calls a closure on SIGINT and SIGTERM, instead of ending the process. For use on one thread.
package final class SignalObserver {
    private let flag = InterruptFlag()
    private let sources: [any DispatchSourceSignal]

    /// Calls `work` on a global queue at each signal, until `cancel` is called.
    package init(_ work: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number)
        }
        for source in sources {
            source.setEventHandler { [flag] in
                flag.set()
                work()
            }
            source.resume()
        }
    }

    /// Returns an observer that calls `work` at the first signal. The second one ends the process at once: files in
    /// progress don't have their final names yet.
    package static func ending(after work: @escaping @Sendable () -> Void) -> SignalObserver {
        let isAsked = InterruptFlag()
        return SignalObserver { if isAsked.set() { _exit(130) } else { work() } }
    }

    /// Whether there was a signal.
    package var hasObserved: Bool { flag.isSet }

    /// Restores the default effect of the signals.
    package func cancel() {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}
