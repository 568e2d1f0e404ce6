import CLinux
import Foundation

/// A file that appears under its name only when it is complete.
///
/// Bytes are written to another file in the same folder, which `commit` gives the name. Without a commit nothing is
/// left.
package final class AtomicFile {
    /// A failed system call.
    package struct Failure: Error, Sendable, Hashable {
        /// The system's error number, `errno`.
        package let code: Int32

        init(_ code: Int32 = errno) { self.code = code }
    }

    /// The open file.
    package let descriptor: Int32
    /// The open folder to which the paths are relative, or `AT_FDCWD`.
    private let folder: Int32
    private let path: String
    private let hiddenPrefix: String
    /// The path of the hidden file; nil while the file has no name.
    private var temporaryPath: String?

    /// Creates a file for a path.
    ///
    /// It has no name until the commit, so nothing is left even if the process is killed. On file systems without
    /// unnamed files it is a hidden file. It gets the permissions of the file that it replaces, or else the usual ones
    /// of a new file.
    package init(path: String) throws(Failure) {
        self.path = path
        folder = AT_FDCWD
        let parent = PathText(path).parent
        let directory = parent.isEmpty ? "." : parent
        hiddenPrefix = directory + "/.coreimage-"
        let unnamed = open(directory, Self.unnamedFile | O_RDWR | O_CLOEXEC, 0o600)
        if unnamed >= 0 {
            descriptor = unnamed
        } else {
            let hidden = hiddenPrefix + UUID().uuidString
            descriptor = try Self.createHidden(hidden, in: folder)
            temporaryPath = hidden
        }
        // The file is private so far.
        var information = stat()
        let mode = stat(path, &information) == 0 ? information.st_mode & 0o777 : 0o666 & ~Self.processMask
        fchmod(descriptor, mode)
    }

    /// Creates a hidden file in an open folder, which only its owner may access.
    ///
    /// - Parameter folder: The descriptor of the folder, which must stay open as long as this object.
    package init(private name: String, in folder: Int32) throws(Failure) {
        (path, self.folder) = (name, folder)
        hiddenPrefix = ".\(name).\(getpid())."
        let hidden = hiddenPrefix + String(UInt32.random(in: 0...(.max)))
        descriptor = try Self.createHidden(hidden, in: folder)
        temporaryPath = hidden
    }

    deinit {
        close(descriptor)
        discard()
    }

    private static func createHidden(_ path: String, in folder: Int32) throws(Failure) -> Int32 {
        let file = openat(folder, path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure() }
        return file
    }

    /// `O_TMPFILE`. Swift can't import this compound macro. Its own bit is the same on every Linux architecture that
    /// Swift supports.
    private static let unnamedFile: Int32 = 0o20000000 | O_DIRECTORY

    /// The process's file mode mask. It is read from /proc, since `umask` returns it only by changing it, for all
    /// threads.
    private static let processMask: mode_t = {
        guard let status = try? FileReader.text(at: "/proc/self/status"),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Umask:") }),
            let mask = mode_t(line.dropFirst(6).trimmingCharacters(in: .whitespaces), radix: 8)
        else { return 0o022 }
        return mask
    }()

    /// Writes bytes at an offset, which may be beyond the end.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure()
            }
            done += count
        }
    }

    /// Makes the file visible under its name.
    ///
    /// - Parameters:
    ///   - replaces: Whether an existing file is replaced. If not, `EEXIST` is thrown if there is one.
    ///   - flushes: Whether the bytes are on the disk when the file becomes visible, so that it is complete even after
    ///     a power failure.
    package func commit(replaces: Bool = true, flushes: Bool = true) throws(Failure) {
        // On network file systems, a failure of earlier writes is reported when a descriptor is closed.
        if flushes {
            guard fsync(descriptor) == 0 else { throw Failure() }
        } else {
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0, close(copy) == 0 else { throw Failure() }
        }
        guard replaces else { return try publish() }
        if temporaryPath == nil {
            // A free name is taken in one step. If the process is killed between two steps, the hidden name stays.
            if (try? link(as: path)) != nil { return }
            temporaryPath = try nameHidden()
        }
        guard let hidden = temporaryPath, renameat(folder, hidden, folder, path) == 0 else { throw Failure() }
        temporaryPath = nil
    }

    /// Removes the hidden file, if there is one. The file can't be committed after that.
    package func discard() {
        if let temporaryPath { unlinkat(folder, temporaryPath, 0) }
        temporaryPath = nil
    }

    /// Gives the file its name, unless a file or a link has that name.
    private func publish() throws(Failure) {
        guard let hidden = temporaryPath else { return try link(as: path) }
        guard renameat2(folder, hidden, folder, path, UInt32(RENAME_NOREPLACE)) != 0 else {
            temporaryPath = nil
            return
        }
        // Some file systems have no such renaming. `deinit` removes the hidden name.
        guard errno == EINVAL || errno == ENOSYS else { throw Failure() }
        guard linkat(folder, hidden, folder, path, 0) == 0 else { throw Failure() }
    }

    /// Gives the file a hidden name. A link can't replace an existing file, but a rename can.
    private func nameHidden() throws(Failure) -> String {
        let hidden = hiddenPrefix + UUID().uuidString
        try link(as: hidden)
        return hidden
    }

    /// Gives the file, which has no name so far, a name that doesn't exist.
    private func link(as name: String) throws(Failure) {
        guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", folder, name, AT_SYMLINK_FOLLOW) == 0 else {
            throw Failure()
        }
    }
}
