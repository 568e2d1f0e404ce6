import CSandbox
import Foundation
import Glibc

/// The one folder that a worker may write in, made for it and removed with it. It can hold files only, as Landlock allows nothing else
/// there.
///
/// A host that is killed can't remove the folders of its workers. Each host holds a lock on its own, which ends with
/// it: the next host removes folders that nobody holds.
final class ScratchFolder: Sendable {
    private static let prefix = "coreimage-worker-"

    let path: String
    /// The open folder, which has the lock; the worker doesn't get it.
    private let held: FileDescriptor
    /// What `ExitActions` has for it.
    private let exitAction: Int

    convenience init() throws(SystemProblem) {
        try self.init(in: FileManager.default.temporaryDirectory)
    }

    /// - Parameter parent: Where the folder is made, and where others are removed that nobody holds.
    init(in parent: URL) throws(SystemProblem) {
        Self.removeAbandoned(in: parent)
        let pattern = parent.appendingPathComponent(Self.prefix + "XXXXXX").path
        // Another host may remove the folder before it is locked; it is the newest then, and another try makes another.
        for _ in 0..<8 {
            var bytes = Array(pattern.utf8CString)
            guard mkdtemp(&bytes) != nil else { throw SystemProblem("making a folder like \(pattern)") }
            let made = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if let held = Self.lock(made) {
                (path, self.held) = (made, held)
                exitAction = ExitActions.shared.add { try? FileManager.default.removeItem(atPath: made) }
                return
            }
        }
        throw SystemProblem("keeping a folder like \(pattern)", code: EAGAIN)
    }

    /// Whether files in it take memory instead of a disk.
    var isInMemory: Bool { csandbox_is_in_memory(held.number) == 1 }

    /// The files in it, and the bytes that they take: what they fill of a sparse file, not its length. Counting stops after `most` files.
    func usage(upTo most: Int) -> (files: Int, bytes: Int) {
        var (files, bytes) = (0, 0)
        // A description of its own, as the place in the list of names belongs to it.
        let number = openat(held.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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

    /// The folder, open and locked; nil where another process has it, or it isn't there any more.
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

    /// Removes this user's folders whose hosts have ended.
    private static func removeAbandoned(in parent: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = parent.appendingPathComponent(name).path
            guard let held = lock(path) else { continue }
            try? FileManager.default.removeItem(atPath: path)
            withExtendedLifetime(held) {}
        }
    }
}
