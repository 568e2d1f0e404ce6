import Synchronization

/// Whether a run was interrupted, for all of its threads.
final class Interrupt: Sendable {
    private let flag = Atomic(false)

    var hasHappened: Bool { flag.load(ordering: .acquiring) }

    /// Takes note of it; answers whether it had happened before.
    func happened() -> Bool { flag.exchange(true, ordering: .acquiringAndReleasing) }
}
