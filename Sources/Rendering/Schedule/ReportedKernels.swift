import Synchronization

/// The names of the kernel steps whose rendering in bands has been reported. Thread-safe.
final class ReportedKernels: Sendable {
    private let names = Mutex<Set<String>>([])

    /// Adds a name. Returns whether it is new.
    func insert(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }
}
