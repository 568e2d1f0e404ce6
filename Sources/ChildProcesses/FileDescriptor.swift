import CSandbox
import Glibc

/// A file descriptor that is closed when its last reference is released.
///
/// The object may be released as soon as ``number`` has been read for the last time. A caller that passes the number on
/// must keep the object alive with `withExtendedLifetime` or store it in a property. Thread-safe, because the number
/// never changes.
package final class FileDescriptor: Sendable {
    /// The number of the open file.
    package let number: Int32

    /// Takes ownership of an open file descriptor.
    package init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Opens `/dev/null`.
    package static func null() throws(SystemProblem) -> FileDescriptor {
        let number = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard number >= 0 else { throw SystemProblem("opening /dev/null") }
        return FileDescriptor(number)
    }

    /// Returns the reading and the writing end of a pipe. The reading end is nonblocking.
    package static func pipe() throws(SystemProblem) -> (reading: FileDescriptor, writing: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        guard csandbox_pipe(&ends) == 0 else { throw SystemProblem("making a pipe") }
        return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }
}
