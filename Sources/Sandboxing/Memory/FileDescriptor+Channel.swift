import CSandbox
import ChildProcesses
import Glibc

extension FileDescriptor {
    /// Returns both ends of a connected stream socket. They are closed on exec, so child processes don't inherit them
    /// by accident.
    package static func socketPair() throws(SystemProblem) -> (FileDescriptor, FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemProblem("making a channel") }
        return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }

    /// Returns the size in bytes of shared memory that can't shrink any more.
    package func sealedSize() throws(SystemProblem) -> Int {
        let size = csandbox_sealed_size(number)
        guard size > 0 else { throw SystemProblem("using shared memory that could shrink") }
        return Int(size)
    }
}
