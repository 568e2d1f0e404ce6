import Synchronization

/// A flag, shared by all threads of a run, that is set by an interrupt.
final class Interrupt: Sendable {
    private let flag = Atomic(false)

    var hasHappened: Bool { flag.load(ordering: .acquiring) }

    /// Sets the flag, and returns its previous value.
    func happened() -> Bool { flag.exchange(true, ordering: .acquiringAndReleasing) }
}
