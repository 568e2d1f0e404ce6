import ChildProcesses
import Glibc

/// A descriptor that becomes readable, for threads that poll others, when they are to stop. Thread-safe.
final class StopSignal: Sendable {
    private let ends: (reading: FileDescriptor, writing: FileDescriptor)

    init() throws { ends = try FileDescriptor.pipe() }

    /// Readable after ``send()``.
    var readable: Int32 { ends.reading.number }

    func send() { _ = write(ends.writing.number, "s", 1) }
}
