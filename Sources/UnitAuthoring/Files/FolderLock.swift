import Foundation
import Glibc

/// A lock on a folder of installed units for the lifetime of this object. It keeps other installations from changing
/// the folder between a check and the change that depends on it.
///
/// On a file system without locks, the lock has no effect. Units still appear in the folder only when they are
/// complete.
final class FolderLock {
    private let descriptor: Int32

    /// Waits until the lock is free.
    ///
    /// - Throws: `FileFailure` if the folder can't be opened, or the lock isn't free within `timeout`.
    init(_ folder: String, timeout: Duration = .seconds(30)) throws(FileFailure) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(folder, "opened") }
        let end = ContinuousClock.now + timeout
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            guard ContinuousClock.now < end else {
                // `deinit` closes the folder.
                throw FileFailure(
                    folder, "changed", reason: "another program installs or removes units there",
                    remedy: "wait for its end, or end it")
            }
            usleep(10_000)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
