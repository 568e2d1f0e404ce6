import Foundation
import UntrustedInput

/// An open folder that belongs to this user alone, as what comes from it is believed, and code from it run.
///
/// Files are opened relative to the open folder, so that nobody can put another in its place. Thread-safe.
package final class CacheFolder: Sendable {
    private let descriptor: Int32

    /// Opens a folder, which is made with access for its owner only where there is none. Throws `DiskCacheError`.
    package init(path: String) throws(DiskCacheError) {
        let url = PathText(path).fileURL(isDirectory: true)
        try? FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Its parents may be links, as people move their caches to other disks; the folder may not.
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unusable(path: path, errno: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw .unusable(path: path, errno: errno)
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            close(descriptor)
            throw .notPrivate(path: path)
        }
    }

    deinit { close(descriptor) }

    /// The contents of a file of this user's, of at most `limit` bytes; nil where there is none.
    ///
    /// A file that is read is marked as used now, as far as the file system lets us: at most once an hour, to spare the disk.
    package func contents(of name: String, limit: Int) -> [UInt8]? {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size > 0, status.st_size <= limit
        else { return nil }
        if status.st_mtim.tv_sec < time(nil) - 3600 { futimens(file, nil) }
        let count = Int(status.st_size)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while initialized < count {
                let read = pread(file, buffer.baseAddress! + initialized, count - initialized, off_t(initialized))
                if read < 0 && errno == EINTR { continue }
                guard read > 0 else { break }
                initialized += read
            }
        }
    }

    /// Puts a file in place at once: whoever opens it sees all of it or none. Throws `DiskCacheError`.
    package func write(_ bytes: [UInt8], to name: String) throws(DiskCacheError) {
        let temporary = ".\(name).\(getpid()).\(UInt32.random(in: 0...(.max)))"
        let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .unusable(path: name, errno: errno) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(file, $0.baseAddress! + written, bytes.count - written, off_t(written))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        let problem = errno
        let isClosed = close(file) == 0
        guard written == bytes.count, isClosed, renameat(descriptor, temporary, descriptor, name) == 0 else {
            let reason = written == bytes.count ? errno : problem
            unlinkat(descriptor, temporary, 0)
            throw .unusable(path: name, errno: reason)
        }
    }

    /// Adds bytes to the end of a file of this user's, which is made where there is none. Throws `DiskCacheError`.
    ///
    /// Bytes of several processes don't mix where they are few.
    package func append(_ bytes: [UInt8], to name: String) throws(DiskCacheError) {
        // Without waiting: somebody may have put a pipe there.
        let file = openat(
            descriptor, name, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { throw .unusable(path: name, errno: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            throw .notPrivate(path: name)
        }
        guard bytes.withUnsafeBytes({ Glibc.write(file, $0.baseAddress, $0.count) }) == bytes.count else {
            throw .unusable(path: name, errno: errno)
        }
    }

    /// Removes a file.
    package func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// Every file with its size and the second it was last used.
    package func files() -> [(name: String, size: Int, lastUse: Int)] {
        // A stream owns its descriptor, and its position is its own.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard copy >= 0, let stream = fdopendir(copy) else {
            if copy >= 0 { close(copy) }
            return []
        }
        defer { closedir(stream) }
        var files: [(name: String, size: Int, lastUse: Int)] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG
            else { continue }
            files.append((name, Int(status.st_size), status.st_mtim.tv_sec))
        }
        return files
    }
}
