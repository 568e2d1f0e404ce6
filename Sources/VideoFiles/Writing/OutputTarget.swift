import ChildProcesses
import Glibc
import Synchronization
import UntrustedInput
import VideoExchange

/// Where a file is written to: a file without a name so far, or an open file or pipe. Thread-safe.
final class OutputTarget: Sendable {
    /// The descriptor that the worker gets.
    let descriptor: FileDescriptor
    /// Whether what has been written can be changed.
    let isSeekable: Bool
    private let replaces: Bool
    /// The file that gets its name when it is complete. It isn't thread-safe itself.
    private nonisolated(unsafe) let file: AtomicFile?
    private let committing = Mutex(())

    /// Whether this is a file that gets its name when it is complete.
    var isNamed: Bool { file != nil }

    /// Creates a file that appears under its name when it is complete.
    init(path: String, replaces: Bool) throws(AtomicFile.Failure) {
        let file = try AtomicFile(path: path)
        descriptor = FileDescriptor(fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0))
        (self.file, self.replaces, isSeekable) = (file, replaces, true)
    }

    /// Takes an open file or pipe.
    init(_ descriptor: FileDescriptor) {
        var information = stat()
        let isFile =
            withExtendedLifetime(descriptor) { fstat(descriptor.number, &information) } == 0
            && information.st_mode & S_IFMT == S_IFREG
        (self.descriptor, file, replaces, isSeekable) = (descriptor, nil, true, isFile)
    }

    /// Gives the file its name.
    func commit() throws(AtomicFile.Failure) {
        let failure = committing.withLock { _ -> AtomicFile.Failure? in
            do throws(AtomicFile.Failure) {
                try file?.commit(replaces: replaces)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }
}
