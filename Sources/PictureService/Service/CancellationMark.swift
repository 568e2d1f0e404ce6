import Synchronization

/// Whether a request was cancelled. Thread-safe.
final class CancellationMark: Sendable {
    private let mark = Atomic(false)

    var isSet: Bool { mark.load(ordering: .relaxed) }

    func set() { mark.store(true, ordering: .relaxed) }
}
