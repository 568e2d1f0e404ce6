import Foundation
import Glibc

/// Keeps other installations out of a folder while this object lives, so that what was looked at still holds when it is changed.
///
/// A file system without locks doesn't hinder: what appears in the folder appears whole in any case.
final class FolderLock {
    private let descriptor: Int32

    /// Waits until nobody else has the lock.
    ///
    /// - Throws: where the folder can't be opened, or somebody has the lock all the time.
    init(_ folder: String, patience: Duration = .seconds(30)) throws(FileFailure) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(folder, "opened") }
        let end = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            guard ContinuousClock.now < end else {
                close(descriptor)
                throw FileFailure(
                    folder, "changed", reason: "another program installs or removes units there",
                    remedy: "wait for its end, or end it")
            }
            usleep(10_000)
        }
    }

    deinit { close(descriptor) }
}
