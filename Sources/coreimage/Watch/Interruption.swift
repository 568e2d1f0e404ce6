import Foundation
import Synchronization

/// Calls a closure on SIGINT and SIGTERM, instead of ending the process. For use on one thread.
final class Interruption {
    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    private let flag = Flag()
    private let sources: [any DispatchSourceSignal]

    /// Calls `work` on a global queue at each signal, until `cancel` is called.
    init(_ work: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number)
        }
        for source in sources {
            source.setEventHandler { [flag] in
                flag.isSet.store(true, ordering: .releasing)
                work()
            }
            source.resume()
        }
    }

    /// Whether the process was interrupted.
    var hasHappened: Bool { flag.isSet.load(ordering: .acquiring) }

    /// Restores the default effect of the signals.
    func cancel() {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}
