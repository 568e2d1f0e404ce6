import Foundation
import Glibc

/// All entries of a bundle by path, as listed in its folders. No file is opened.
struct BundleContents {
    /// The type of an entry.
    enum Kind: UInt8 {
        case folder
        case file
        case link
        /// A pipe, a device or a socket.
        case special
    }

    struct Entry {
        /// The path relative to the bundle, as bytes, since a file name need not be valid text.
        let path: [UInt8]
        let kind: Kind
        let status: stat
    }

    /// Maximum number of entries in a bundle.
    static let entryLimit = 10_000
    /// Maximum depth of nested folders in a bundle.
    static let depthLimit = 16
    /// Maximum total size of a bundle's files, in bytes.
    static let sizeLimit = 256 << 20

    /// The canonical path of the bundle.
    let root: [UInt8]
    /// All entries, sorted by path.
    private(set) var entries: [Entry] = []
    private var size = 0

    /// Lists a bundle.
    ///
    /// - Throws: `ImageUnitProblem` if the bundle exceeds one of the limits, or one of its folders can't be read.
    init(_ folder: UnitFolder) throws(ImageUnitProblem) {
        root = Array(folder.root.utf8)
        try list([], depth: 0)
        entries.sort { $0.path.lexicographicallyPrecedes($1.path) }
    }

    private mutating func list(_ folder: [UInt8], depth: Int) throws(ImageUnitProblem) {
        guard depth <= Self.depthLimit else { throw .tooManyFiles(limit: Self.entryLimit, depth: Self.depthLimit) }
        let descriptor = open(folder, flags: O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0, let stream = fdopendir(descriptor) else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw .unreadableFile(path: String(decoding: folder, as: UTF8.self), reason: reason)
        }
        defer { closedir(stream) }
        var folders: [[UInt8]] = []
        while let next = readdir(stream) {
            let name = withUnsafeBytes(of: &next.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name == [UInt8(ascii: ".")] || name == Array("..".utf8) { continue }
            let path = folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name
            var status = stat()
            // An entry that was removed after the listing is skipped.
            guard name.withCString({ fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else { continue }
            let kind: Kind =
                switch status.st_mode & S_IFMT {
                case S_IFDIR: .folder
                case S_IFREG: .file
                case S_IFLNK: .link
                default: .special
                }
            if kind == .file { size += Int(status.st_size) }
            entries.append(Entry(path: path, kind: kind, status: status))
            guard size <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
            guard entries.count <= Self.entryLimit else {
                throw .tooManyFiles(limit: Self.entryLimit, depth: Self.depthLimit)
            }
            if kind == .folder { folders.append(path) }
        }
        for folder in folders { try list(folder, depth: depth + 1) }
    }

    /// Opens an entry without following a symbolic link, and without blocking on a pipe.
    func open(_ path: [UInt8], flags: Int32) -> Int32 {
        absolute(path).withCString { Glibc.open($0, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    }

    /// Returns the target of a symbolic link as stored, unresolved.
    func target(of path: [UInt8]) -> [UInt8]? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = target.withUnsafeMutableBytes { buffer in
            absolute(path).withCString { readlink($0, buffer.baseAddress!, buffer.count) }
        }
        return count >= 0 ? Array(target.prefix(count)) : nil
    }

    private func absolute(_ path: [UInt8]) -> [UInt8] { path.isEmpty ? root : root + [UInt8(ascii: "/")] + path }
}

extension [UInt8] {
    fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (self + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }
}

extension BundleContents {
    /// A hash of the metadata of all entries. As long as it is unchanged, the contents are too, if `isSettled` holds.
    ///
    /// It includes the status change time (ctime), which programs can't set, unlike the modification time.
    var snapshot: String {
        let digest = ContentDigest()
        for entry in entries {
            let status = entry.status
            digest.add(entry.path.count)
            digest.add(entry.path)
            for number in [
                Int(status.st_mode), Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
                Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
                status.st_ctim.tv_nsec,
            ] { digest.add(number) }
        }
        return digest.finish()
    }

    /// Whether the last change is more than `seconds` ago, so that any later change alters the snapshot. Two changes
    /// within one step of the file system's clock give the same snapshot.
    func isSettled(for seconds: Int) -> Bool {
        let limit = time(nil) - seconds
        return entries.allSatisfy { $0.status.st_ctim.tv_sec < limit && $0.status.st_mtim.tv_sec < limit }
    }
}
