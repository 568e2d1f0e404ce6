import CSandbox
import Glibc

/// An open file that closes with its last reference, which can be gone once ``number`` has been read: whoever passes the number on keeps
/// the object with `withExtendedLifetime`, or has it in a property. Thread-safe, as the number never changes.
final class FileDescriptor: Sendable {
    let number: Int32

    /// Takes over an open file.
    init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Both ends of a stream, which no program that this process starts inherits by accident.
    static func socketPair() throws(SystemProblem) -> (FileDescriptor, FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemProblem("making a channel") }
        return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }

    /// The reading and the writing end of a pipe. Reading never waits.
    static func pipe() throws(SystemProblem) -> (reading: FileDescriptor, writing: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        guard csandbox_pipe(&ends) == 0 else { throw SystemProblem("making a pipe") }
        return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }
}
