import CLinux
import Foundation
import UntrustedInput

/// A file that appears under its name only when it is complete.
///
/// Bytes are written to an unnamed file in the same folder, which `commit` flushes to disk and names. Without a commit
/// nothing is left, even if the process is killed. On file systems without unnamed files, a hidden file is used, and
/// removed unless committed.
final class AtomicFile {
    let descriptor: Int32
    private let path: String
    private let hiddenPrefix: String
    /// The path of the hidden file; nil while the file has no name.
    private var temporaryPath: String?

    init(path: String) throws(ImageFileError) {
        self.path = path
        let parent = PathText(path).parent
        let folder = parent.isEmpty ? "." : parent
        hiddenPrefix = folder + "/.coreimage-"
        let unnamed = open(folder, Self.unnamedFile | O_RDWR | O_CLOEXEC, 0o600)
        if unnamed >= 0 {
            descriptor = unnamed
        } else {
            var template = Array((hiddenPrefix + "XXXXXX").utf8CString)
            descriptor = mkstemp(&template)
            guard descriptor >= 0 else { throw Self.failure(path, code: errno) }
            temporaryPath = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        // The file is private so far. A new picture gets the usual permissions of a new file; a replaced one keeps its
        // permissions.
        var information = stat()
        let mode: mode_t
        if stat(path, &information) == 0 {
            mode = information.st_mode & 0o777
        } else {
            mode = 0o666 & ~Self.processMask
        }
        fchmod(descriptor, mode)
    }

    deinit {
        close(descriptor)
        if let temporaryPath { unlink(temporaryPath) }
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

    /// Flushes the file, and makes it visible under its name.
    ///
    /// - Parameter replaces: Whether an existing file is replaced.
    /// - Throws: `ImageFileError.exists` if there is a file that isn't to be replaced; another `ImageFileError`.
    func commit(replaces: Bool = true) throws(ImageFileError) {
        guard fsync(descriptor) == 0 else { throw Self.failure(path, code: errno) }
        guard replaces else { return try publish() }
        if temporaryPath == nil { temporaryPath = try nameHidden() }
        guard let hidden = temporaryPath, rename(hidden, path) == 0 else { throw Self.failure(path, code: errno) }
        temporaryPath = nil
    }

    /// Removes the hidden file, if there is one. The file can't be committed after that.
    func discard() {
        if let temporaryPath { unlink(temporaryPath) }
        temporaryPath = nil
    }

    /// Gives the file its name, unless a file or a link has that name.
    private func publish() throws(ImageFileError) {
        guard let hidden = temporaryPath else { return try link(as: path) }
        guard renameat2(AT_FDCWD, hidden, AT_FDCWD, path, UInt32(RENAME_NOREPLACE)) != 0 else {
            temporaryPath = nil
            return
        }
        // Some file systems have no such renaming. `deinit` removes the hidden name.
        guard errno == EINVAL || errno == ENOSYS else { throw Self.failure(path, code: errno) }
        guard Glibc.link(hidden, path) == 0 else { throw Self.failure(path, code: errno) }
    }

    /// Gives the file a hidden name. A link can't replace an existing file, but a rename can.
    private func nameHidden() throws(ImageFileError) -> String {
        let hidden = hiddenPrefix + UUID().uuidString
        try link(as: hidden)
        return hidden
    }

    /// Gives the file, which has no name so far, a name that doesn't exist.
    private func link(as name: String) throws(ImageFileError) {
        guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
            throw Self.failure(path, code: errno)
        }
    }

    /// Whether the disk has no space left, and the last write failed because of it. The encoding libraries don't report
    /// the reason.
    var isDiskFull: Bool {
        var information = statvfs()
        return fstatvfs(descriptor, &information) == 0 && information.f_bavail == 0
    }

    /// Whether the file has the maximum size for this process, and the last write failed because of it. The encoding
    /// libraries don't report the reason.
    var isAtSizeLimit: Bool {
        var (limit, information) = (rlimit(), stat())
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
            && fstat(descriptor, &information) == 0
            && UInt64(information.st_size) >= limit.rlim_cur
    }

    /// Returns the typed error for a system call that failed on this file.
    func failure(code: Int32) -> ImageFileError { Self.failure(path, code: code) }

    static func failure(_ path: String, code: Int32) -> ImageFileError {
        let reason = String(cString: strerror(code))
        switch code {
        case ENOSPC, EDQUOT: return .diskFull(file: path)
        case EFBIG: return overSizeLimit(path)
        case EEXIST: return .exists(file: path)
        case EACCES, EPERM, ENOENT, ENOTDIR, EROFS, EISDIR: return .cannotCreate(file: path, reason: reason)
        default: return .notWritten(file: path, reason: reason)
        }
    }

    /// Returns the error for a file that would exceed the process's limit on file sizes.
    static func overSizeLimit(_ path: String) -> ImageFileError {
        .notWritten(
            file: path,
            reason: "it would be larger than files may be here; raise the limit on the size of files (ulimit -f)")
    }
}
