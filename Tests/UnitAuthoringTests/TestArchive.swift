import CArchive
import Foundation
import ImageUnits
import Testing

@testable import UnitAuthoring

/// A zip file, whose entries may be malicious or invalid.
struct TestArchive {
    /// An entry: a path, what it is, and its bytes or target.
    struct Entry {
        var path: String
        var type: mode_t = S_IFREG
        var data = Data()
        var target: String?
    }

    var entries: [Entry]

    /// The entries of a good package.
    init(_ package: URL) throws {
        let files = try ZipReader(package.path, limits: .standard).entries()
        entries = files.map { Entry(path: $0.path, data: $0.data) }
    }

    /// Changes the manifest's JSON.
    mutating func editManifest(_ edit: (inout [String: Any]) -> Void) throws {
        let index = try #require(entries.firstIndex { $0.path == "manifest.json" })
        var list = try #require(try JSONSerialization.jsonObject(with: entries[index].data) as? [String: Any])
        edit(&list)
        entries[index].data = try JSONSerialization.data(withJSONObject: list)
    }

    /// Adds a file, to the manifest too.
    mutating func addListed(_ path: String, _ data: Data) throws {
        entries.append(Entry(path: path, data: data))
        let digest = ContentDigest.sha256(of: data)
        try editManifest { list in
            var files = list["files"] as? [[String: Any]] ?? []
            files.append(["path": path, "size": data.count, "sha256": digest])
            list["files"] = files
        }
    }

    func write(to path: String, format: (OpaquePointer?) -> Int32 = archive_write_set_format_zip) throws {
        try UnicodeNames.around { try write(path, format) }
        for entry in entries where ![S_IFREG, S_IFDIR, S_IFLNK].contains(entry.type) { try patch(entry, in: path) }
    }

    private func write(_ path: String, _ format: (OpaquePointer?) -> Int32) throws {
        let archive = archive_write_new()
        defer { archive_write_free(archive) }
        try #require(format(archive) == ARCHIVE_OK)
        try #require(archive_write_open_filename(archive, path) == ARCHIVE_OK)
        for entry in entries {
            let item = archive_entry_new()
            defer { archive_entry_free(item) }
            archive_entry_set_pathname_utf8(item, entry.path)
            archive_entry_set_filetype(item, [S_IFDIR, S_IFLNK].contains(entry.type) ? entry.type : S_IFREG)
            archive_entry_set_perm(item, 0o644)
            if let target = entry.target { archive_entry_set_symlink_utf8(item, target) }
            archive_entry_set_size(item, la_int64_t(entry.data.count))
            try #require(archive_write_header(archive, item) == ARCHIVE_OK)
            _ = entry.data.withUnsafeBytes { $0.isEmpty ? 0 : archive_write_data(archive, $0.baseAddress, $0.count) }
        }
        try #require(archive_write_close(archive) == ARCHIVE_OK)
    }

    /// Gives an entry a type that libarchive doesn't write. It is in the upper half of the external attributes, at byte
    /// 38 of the entry in the central directory.
    private func patch(_ entry: Entry, in path: String) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let name = try #require(bytes.range(of: Data(entry.path.utf8), options: .backwards))
        let header = name.lowerBound - 46
        try #require(bytes[header..<(header + 4)] == Data([0x50, 0x4B, 1, 2]))
        let mode = entry.type | 0o644
        (bytes[header + 40], bytes[header + 41]) = (UInt8(mode & 0xFF), UInt8(mode >> 8))
        try bytes.write(to: URL(fileURLWithPath: path))
    }
}
