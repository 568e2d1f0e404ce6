import Foundation

/// A file that appears under its name only when it is complete.
///
/// Bytes go to a hidden file in the same folder, which `commit` flushes to the disk and renames; if that never happens, nothing is left.
final class AtomicFile {
    let descriptor: Int32
    let temporaryPath: String
    private let path: String
    private var isCommitted = false

    init(path: String) throws(ImageFileError) {
        self.path = path
        let folder = (path as NSString).deletingLastPathComponent
        let prefix = (folder.isEmpty ? "." : folder) + "/.coreimage-"
        var template = Array((prefix + "XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        temporaryPath = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else { throw Self.failure(path, code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // mkostemp makes private files; a new picture gets the permissions that any new file would, an old one keeps its own.
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
        if !isCommitted { unlink(temporaryPath) }
    }

    /// The process's file mode mask, read from the kernel because asking `umask` would change it for other threads.
    private static let processMask: mode_t = {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Umask:") }),
            let mask = mode_t(line.dropFirst(6).trimmingCharacters(in: .whitespaces), radix: 8)
        else { return 0o022 }
        return mask
    }()

    /// Makes the file visible under its name, in place of an earlier one.
    func commit() throws(ImageFileError) {
        guard fsync(descriptor) == 0, rename(temporaryPath, path) == 0 else { throw Self.failure(path, code: errno) }
        isCommitted = true
    }

    /// Whether the last write failed because the disk has no room: libraries in between don't say.
    var isDiskFull: Bool {
        var information = statvfs()
        return fstatvfs(descriptor, &information) == 0 && information.f_bavail == 0
    }

    /// The typed error for a system call that failed on this file.
    func failure(code: Int32) -> ImageFileError { Self.failure(path, code: code) }

    static func failure(_ path: String, code: Int32) -> ImageFileError {
        let reason = String(cString: strerror(code))
        switch code {
        case ENOSPC, EDQUOT: return .diskFull(file: path)
        case EACCES, EPERM, ENOENT, ENOTDIR, EROFS, EISDIR: return .cannotCreate(file: path, reason: reason)
        default: return .notWritten(file: path, reason: reason)
        }
    }
}
