import ChildProcesses
import Glibc
import Synchronization

/// An open file or pipe, whose reading or writing can be cancelled from another thread. Thread-safe.
final class CancellableFile: Sendable {
    /// The outcome of a call.
    enum Outcome {
        /// The number of bytes; 0 at the end of a file that is read.
        case bytes(Int)
        case cancelled
        /// The error of the system.
        case failure(Int32)
    }

    /// The most bytes of a writing that a pipe takes without waiting, once it can take some.
    private static let pipeChunk = 4096

    private let file: FileDescriptor
    private let isRegular: Bool
    /// A pipe whose writing end is closed to wake the threads that wait.
    private let waker: FileDescriptor?
    private let wakerEnd: Mutex<FileDescriptor?>

    init(_ file: FileDescriptor) {
        self.file = file
        var information = stat()
        isRegular = fstat(file.number, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
        // Without memory for a pipe, calls wait for as long as the other side takes.
        let pipe = try? FileDescriptor.pipe()
        waker = pipe?.reading
        wakerEnd = Mutex(pipe?.writing)
    }

    /// Ends calls that wait, and later ones.
    func cancel() { wakerEnd.withLock { $0 = nil } }

    /// Reads some bytes.
    func read(_ memory: UnsafeMutableRawBufferPointer) -> Outcome {
        perform(POLLIN) { Glibc.read(file.number, memory.baseAddress, memory.count) }
    }

    /// Writes some of the bytes.
    func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        let count = isRegular ? bytes.count : min(bytes.count, Self.pipeChunk)
        return perform(POLLOUT) { Glibc.write(file.number, bytes.baseAddress, count) }
    }

    private func perform(_ event: Int32, _ call: () -> Int) -> Outcome {
        while true {
            // A regular file is always ready.
            var requests = [
                pollfd(fd: waker?.number ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isRegular ? -1 : file.number, events: Int16(event), revents: 0),
            ]
            let ready = poll(&requests, 2, isRegular ? 0 : -1)
            if ready < 0, errno != EINTR { return .failure(errno) }
            if ready < 0 { continue }
            if requests[0].revents != 0 { return .cancelled }
            let count = call()
            if count >= 0 { return .bytes(count) }
            if errno != EINTR, errno != EAGAIN { return .failure(errno) }
        }
    }
}
