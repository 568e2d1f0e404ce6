import Foundation
import UntrustedInput

/// The file that an encoder writes. It appears under its name only when it is complete, and its errors are those of
/// pictures.
final class PictureFile: ByteSink {
    private let file: AtomicFile
    private let path: String

    init(path: String) throws(ImageFileError) {
        self.path = path
        do throws(AtomicFile.Failure) { file = try AtomicFile(path: path) } catch {
            throw ImageFileError(writing: path, code: error.code)
        }
    }

    /// The open file.
    var descriptor: Int32 { file.descriptor }

    /// The current size of the file in bytes.
    var size: Int {
        var information = stat()
        return fstat(descriptor, &information) == 0 ? Int(information.st_size) : 0
    }

    /// Reads up to `count` bytes at an offset; nil if that fails.
    func read(at offset: Int, count: Int) -> Data? {
        var data = Data(count: count)
        let length = data.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, off_t(offset)) }
        return length >= 0 ? data.prefix(length) : nil
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        do throws(AtomicFile.Failure) { try file.write(bytes, at: offset) } catch {
            throw ImageFileError(writing: path, code: error.code)
        }
    }

    /// Flushes the file, and makes it visible under its name.
    ///
    /// - Parameter replaces: Whether an existing file is replaced.
    /// - Throws: `ImageFileError.exists` if there is a file that isn't to be replaced; another `ImageFileError`.
    func commit(replaces: Bool) throws(ImageFileError) {
        do throws(AtomicFile.Failure) { try file.commit(replaces: replaces) } catch {
            throw ImageFileError(writing: path, code: error.code)
        }
    }

    /// Leaves nothing of the file. It can't be committed after that.
    func discard() { file.discard() }

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
}

extension ImageFileError {
    /// Creates the error for a system call that failed with this code while a file was written.
    init(writing path: String, code: Int32) {
        let reason = String(cString: strerror(code))
        switch code {
        case ENOSPC, EDQUOT: self = .diskFull(file: path)
        case EFBIG: self = .overSizeLimit(path)
        case EEXIST: self = .exists(file: path)
        case EACCES, EPERM, ENOENT, ENOTDIR, EROFS, EISDIR: self = .cannotCreate(file: path, reason: reason)
        default: self = .notWritten(file: path, reason: reason)
        }
    }

    /// Returns the error for a file that would exceed the process's limit on file sizes.
    static func overSizeLimit(_ path: String) -> ImageFileError {
        .notWritten(
            file: path,
            reason: "it would be larger than files may be here; raise the limit on the size of files (ulimit -f)")
    }
}
