import ChildProcesses
import Foundation
import Synchronization

/// Bytes that another thread receives.
final class ReceivedBytes: Sendable {
    private let bytes = Mutex(Data())
    private let done = DispatchSemaphore(value: 0)

    func set(_ data: Data) {
        bytes.withLock { $0 = data }
        done.signal()
    }

    /// Waits for the bytes.
    func wait() -> Data {
        done.wait()
        return bytes.withLock { $0 }
    }
}

/// Closes a pipe's writing end early: another file takes its number, so that its owner can close that later.
func closeWriting(_ file: FileDescriptor) {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(null, file.number)
    close(null)
}
