import Synchronization

/// Prints notes on standard error. Each text is printed only once for all pictures. Thread-safe.
package final class DistinctNotes: Sendable {
    private let printed = Mutex<Set<String>>([])
    private let write: @Sendable (String) -> Void

    /// Creates a printer of notes. The default of `write` prints on standard error.
    package init(write: @escaping @Sendable (String) -> Void = { StandardError.print("coreimage: \($0)") }) {
        self.write = write
    }

    /// Prints a note, unless it has been printed before.
    package func print(_ note: String) {
        if printed.withLock({ $0.insert(note).inserted }) { write(note) }
    }
}
