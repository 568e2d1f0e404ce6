import Foundation
import Glibc

/// Everything in a bundle, by path: what a look at the folders says, without opening a file.
struct BundleContents {
    /// What stands under a name.
    enum Kind: UInt8 {
        case folder
        case file
        case link
        /// A pipe, a device or a socket.
        case special
    }

    struct Entry {
        /// The path relative to the bundle, as bytes: file names need not be text.
        let path: [UInt8]
        let kind: Kind
        let status: stat
    }

    /// Entries that a bundle may have.
    static let entryLimit = 10_000
    /// Nested folders that a bundle may have.
    static let depthLimit = 16
    /// Bytes that the files of a bundle may have together.
    static let sizeLimit = 256 << 20

    /// The canonical path of the bundle.
    let root: [UInt8]
    /// Sorted by path.
    private(set) var entries: [Entry] = []
    private var size = 0

    /// Lists a bundle.
    ///
    /// - Throws: when it is more than a unit may be, or has a folder that can't be read.
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
            // What vanishes meanwhile was not there.
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

    /// Opens an entry without following a link in its place, or waiting for the other end of a pipe.
    func open(_ path: [UInt8], flags: Int32) -> Int32 {
        absolute(path).withCString { Glibc.open($0, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    }

    /// Where a link points, as it was written.
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
    /// A hash of what the file system says of every entry: as long as it stays, so do the contents.
    ///
    /// The time of change counts, which, unlike the time of modification, nobody can set.
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

    /// Whether nothing changed for so many seconds that a further change would show in the snapshot: two changes within a tick of the file
    /// system's clock look like one.
    func isSettled(for seconds: Int) -> Bool {
        let limit = time(nil) - seconds
        return entries.allSatisfy { $0.status.st_ctim.tv_sec < limit && $0.status.st_mtim.tv_sec < limit }
    }
}
