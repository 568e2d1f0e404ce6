import Synchronization

/// Notes on standard error, each text once however many pictures it holds for. Thread-safe.
final class DistinctNotes: Sendable {
    private let printed = Mutex<Set<String>>([])
    private let write: @Sendable (String) -> Void

    /// Notes that `write` takes; standard error when left out.
    init(write: @escaping @Sendable (String) -> Void = { StandardError.print("coreimage: \($0)") }) {
        self.write = write
    }

    /// Prints the note unless it was printed before.
    func print(_ note: String) {
        if printed.withLock({ $0.insert(note).inserted }) { write(note) }
    }
}
