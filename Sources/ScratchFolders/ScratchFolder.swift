import CSandbox
import ChildProcesses
import Foundation
import Glibc

/// A folder for temporary files that only this user can read. It is removed with this object, and when the process
/// ends.
///
/// A process that is killed can't remove its folders. Each process therefore holds a lock on them. The lock ends with
/// the process, and the next one that creates a folder of the same name removes those that aren't locked.
package final class ScratchFolder: Sendable {
    package let path: String
    /// The open folder, which holds the lock. Child processes don't inherit it.
    private let lockedFolder: FileDescriptor
    /// The identifier of its clean-up in `ExitActions`.
    private let exitAction: Int

    /// Creates a folder, and removes abandoned ones.
    ///
    /// - Parameters:
    ///   - name: The name, to which a random ending is added. Each use has its own.
    ///   - parent: The folder in which the new one is created, and in which abandoned ones are removed.
    package init(
        name: String, in parent: URL = FileManager.default.temporaryDirectory
    ) throws(SystemProblem) {
        Self.removeAbandoned(name, in: parent)
        let pattern = parent.appendingPathComponent("\(name)-XXXXXX").path
        // Another process may remove the new folder before it is locked. In that case try again with another name.
        for _ in 0..<8 {
            var bytes = Array(pattern.utf8CString)
            guard mkdtemp(&bytes) != nil else { throw SystemProblem("making a folder like \(pattern)") }
            let made = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if let locked = Self.lock(made) {
                (path, lockedFolder) = (made, locked)
                exitAction = ExitActions.shared.add { try? FileManager.default.removeItem(atPath: made) }
                return
            }
        }
        throw SystemProblem("keeping a folder like \(pattern)", code: EAGAIN)
    }

    /// Whether the folder is on a file system in memory.
    package var isInMemory: Bool { csandbox_is_in_memory(lockedFolder.number) == 1 }

    /// Returns the number of files and the bytes that they occupy. A sparse file counts with its allocated blocks, not
    /// its length. Counting stops after `most` files.
    package func usage(upTo most: Int) -> (files: Int, bytes: Int) {
        var (files, bytes) = (0, 0)
        // A separate file description, because the position in the directory is part of the description.
        let number = openat(lockedFolder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return (0, 0) }
        guard let folder = fdopendir(number) else {
            close(number)
            return (0, 0)
        }
        defer { closedir(folder) }
        while files <= most, let entry = readdir(folder) {
            var information = stat()
            let isFile = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) {
                    fstatat(number, $0, &information, AT_SYMLINK_NOFOLLOW) == 0
                }
            }
            guard isFile, information.st_mode & S_IFMT != S_IFDIR else { continue }
            files += 1
            bytes += Int(information.st_blocks) * 512
        }
        return (files, bytes)
    }

    deinit {
        ExitActions.shared.remove(exitAction)
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Opens and locks a folder. Returns nil if another process holds the lock or the folder has been removed.
    private static func lock(_ path: String) -> FileDescriptor? {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { return nil }
        let descriptor = FileDescriptor(number)
        var (opened, named) = (stat(), stat())
        guard flock(number, LOCK_EX | LOCK_NB) == 0, fstat(number, &opened) == 0, lstat(path, &named) == 0,
            opened.st_ino == named.st_ino, opened.st_dev == named.st_dev, opened.st_uid == getuid()
        else { return nil }
        return descriptor
    }

    /// Removes this user's scratch folders whose processes have ended.
    private static func removeAbandoned(_ name: String, in parent: URL) {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for entry in entries where entry.hasPrefix(name + "-") {
            let path = parent.appendingPathComponent(entry).path
            guard let locked = lock(path) else { continue }
            try? FileManager.default.removeItem(atPath: path)
            withExtendedLifetime(locked) {}
        }
    }
}
