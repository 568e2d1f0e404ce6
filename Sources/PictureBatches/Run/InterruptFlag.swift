import Foundation
import Synchronization

/// A flag, shared by all threads of a run, that is set by an interrupt.
package final class InterruptFlag: Sendable {
    private let flag = Atomic(false)

    init() {}

    package var isSet: Bool { flag.load(ordering: .acquiring) }

    /// Sets the flag, and returns its previous value.
    @discardableResult
    func set() -> Bool { flag.exchange(true, ordering: .acquiringAndReleasing) }

    /// Runs `work` with a flag that the first SIGINT, SIGTERM or SIGHUP sets. The second signal ends the process at
    /// once: files in progress don't have their final names yet.
    package static func whileObserving<Result>(_ work: (InterruptFlag) throws -> Result) rethrows -> Result {
        let flag = InterruptFlag()
        let observer = SignalObserver.ending { flag.set() }
        defer { observer.cancel() }
        return try work(flag)
    }
}
