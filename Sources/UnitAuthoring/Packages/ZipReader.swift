import CArchive
import Foundation

/// Reads zip files through libarchive, within limits, and without trusting the sizes that they state.
struct ZipReader {
    private let path: String
    private let limits: PackageLimits
    private static let blockSize = 64 << 10

    init(_ path: String, limits: PackageLimits) { (self.path, self.limits) = (path, limits) }

    /// Returns the files. Folders are left out, since the paths of the files imply them.
    func entries() throws(PackageError) -> [UnitPackage.File] {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw .file(FileFailure(path, "read")) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notAPackage(path, detail: "it is no regular file")
        }
        guard status.st_size <= limits.bytes else { throw .tooMuch(path, "bytes", limit: limits.bytes) }
        guard let archive = archive_read_new() else { throw .file(FileFailure(path, "read", code: ENOMEM)) }
        defer { archive_read_free(archive) }
        // Only zip is enabled, and only the reader that uses the central directory at the end of the file, as other
        // programs do.
        guard archive_read_support_format_zip_seekable(archive) == ARCHIVE_OK,
            archive_read_open_fd(archive, file, Self.blockSize) == ARCHIVE_OK
        else { throw .notAPackage(path, detail: reason(archive)) }
        return try UnicodeNames.around { () throws(PackageError) in
            try entries(archive, archiveSize: Int(status.st_size))
        }
    }

    private func entries(_ archive: OpaquePointer, archiveSize: Int) throws(PackageError) -> [UnitPackage.File] {
        var files: [UnitPackage.File] = []
        var names = EntryNames(package: path)
        var count = 0
        // The budget is the number of bytes that the remaining files may have. `isDense` says which limit applies: the
        // compression ratio, or the total size.
        let isDense = archiveSize * limits.ratio < limits.bytes
        var budget = min(limits.bytes, max(limits.freeBytes, archiveSize * limits.ratio))
        while true {
            var next: OpaquePointer?
            let result = archive_read_next_header(archive, &next)
            if result == ARCHIVE_EOF { break }
            guard result == ARCHIVE_OK, let entry = next else {
                let isFirst = count == 0
                throw isFirst ? .notAPackage(path, detail: reason(archive)) : .damaged(path, detail: reason(archive))
            }
            count += 1
            guard count <= limits.files + 1 else { throw .tooMuch(path, "files", limit: limits.files) }
            guard let name = try self.name(of: entry) else { continue }
            try names.add(name)
            let data = try data(archive, budget: budget, isDense: isDense)
            budget -= data.count
            files.append(.init(path: name, data: data))
        }
        return files
    }

    /// Checks the name of an entry, and returns it; nil for a folder.
    private func name(of entry: OpaquePointer) throws(PackageError) -> String? {
        guard let text = archive_entry_pathname_utf8(entry) else {
            let raw = archive_entry_pathname(entry).map { String(cString: $0) } ?? "?"
            throw .unsafeName(path, entry: raw, reason: "is not UTF-8")
        }
        var name = String(cString: text)
        let type = archive_entry_filetype(entry)
        let isFolder = type == S_IFDIR
        if isFolder, name.hasSuffix("/") { name.removeLast() }
        if let refusal = EntryName.refusal(name, limits: limits) {
            throw .unsafeName(path, entry: name, reason: refusal)
        }
        if archive_entry_hardlink(entry) != nil { throw .unsuitableEntry(path, entry: name, kind: "a link") }
        if archive_entry_is_encrypted(entry) != 0 {
            throw .unsuitableEntry(path, entry: name, kind: "encrypted")
        }
        switch type {
        case S_IFREG: return name
        case S_IFDIR: return nil
        case S_IFLNK: throw .unsuitableEntry(path, entry: name, kind: "a symbolic link")
        default: throw .unsuitableEntry(path, entry: name, kind: "a device or pipe")
        }
    }

    /// Reads the bytes of the current file. They are counted while they are unpacked, since the sizes in the archive
    /// may be wrong.
    private func data(_ archive: OpaquePointer, budget: Int, isDense: Bool) throws(PackageError) -> Data {
        var data = Data()
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        while true {
            let count = block.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
            if count == 0 { return data }
            guard count > 0 else { throw .damaged(path, detail: reason(archive)) }
            guard data.count + count <= budget else {
                throw isDense ? .tooDense(path, ratio: limits.ratio) : .tooMuch(path, "bytes", limit: limits.bytes)
            }
            data.append(contentsOf: block[..<count])
        }
    }

    private func reason(_ archive: OpaquePointer) -> String {
        archive_error_string(archive).map { String(cString: $0) } ?? "it is no zip file"
    }
}
