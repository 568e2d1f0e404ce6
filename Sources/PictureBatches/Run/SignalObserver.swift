import Foundation

/// Calls a closure on SIGINT, SIGTERM and SIGHUP, instead of ending the process. Thread-safe.
///
/// No signal is lost that comes after the observer has been made. Dispatch's sources would lose those that come before
/// a thread has registered them.
package final class SignalObserver: Sendable {
    private let flag = InterruptFlag()
    private let number: SignalRelay.Number

    /// Calls `work` on a thread of its own at each signal, until `cancel` is called.
    package init(_ work: @escaping @Sendable () -> Void) {
        number = SignalRelay.shared.add { [flag] in
            flag.set()
            work()
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

    /// Ends the calls. Without another observer, the signals have their default effect again.
    package func cancel() { SignalRelay.shared.remove(number) }
}
