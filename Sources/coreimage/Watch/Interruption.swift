import Foundation
import Synchronization

/// Turns Ctrl-C, and the polite request to end, into a call, in place of the process's end. Belongs to one thread.
final class Interruption {
    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    private let flag = Flag()
    private let sources: [any DispatchSourceSignal]

    /// Calls `work` on a queue of the system when the process is interrupted, until `cancel`.
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

    /// Lets signals end the process again.
    func cancel() {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}
