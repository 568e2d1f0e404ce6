import Foundation
import UntrustedInput

/// An open folder that only this user can write to. This is required because its contents are trusted, and code in it
/// is executed.
///
/// Files are opened relative to the open folder, so that replacing the folder has no effect. Thread-safe.
package final class CacheFolder: Sendable {
    private let descriptor: Int32

    /// Opens a folder. If it doesn't exist, creates it with access for its owner only. Throws `DiskCacheError`.
    package init(path: String) throws(DiskCacheError) {
        let url = PathText(path).fileURL(isDirectory: true)
        try? FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // The parents may be links, since users move caches to other disks. The folder itself may not.
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        // From here on, errors end in `deinit`, which closes the folder. Closing it here too would close what another
        // thread opens in between.
        guard descriptor >= 0 else { throw .unusable(path: path, errno: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unusable(path: path, errno: errno) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { throw .notPrivate(path: path) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns the contents of a file that this user owns, of at most `limit` bytes, or nil if there is no such file.
    ///
    /// Reading a file updates its modification time, which is the time of its last use, if the file system allows that.
    /// This happens at most once an hour, to avoid writes to the disk.
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

    /// Writes a file atomically: readers see either all of it or none. Throws `DiskCacheError`.
    package func write(_ bytes: [UInt8], to name: String) throws(DiskCacheError) {
        do throws(AtomicFile.Failure) {
            let file = try AtomicFile(private: name, in: descriptor)
            let written = bytes.withUnsafeBytes { bytes -> Result<Void, AtomicFile.Failure> in
                do throws(AtomicFile.Failure) { return .success(try file.write(bytes, at: 0)) } catch {
                    return .failure(error)
                }
            }
            try written.get()
            // Flushing would be slow, and readers cope with files that a power failure damaged.
            try file.commit(flushes: false)
        } catch {
            throw .unusable(path: name, errno: error.code)
        }
    }

    /// Appends bytes to a file that this user owns, and creates the file if it doesn't exist. Throws `DiskCacheError`.
    ///
    /// The bytes are appended by a single write, so those of several processes don't mix if they are few.
    package func append(_ bytes: [UInt8], to name: String) throws(DiskCacheError) {
        // O_NONBLOCK, because opening a pipe in this place would otherwise wait for a reader.
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

    /// Returns every file with its size in bytes and the time of its last use, in seconds since 1970.
    package func files() -> [(name: String, size: Int, lastUse: Int)] {
        // `fdopendir` takes ownership of the descriptor and changes its position, so give it a separate one.
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
