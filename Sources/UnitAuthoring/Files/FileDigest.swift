import CArchive
import Foundation

/// SHA-256 of bytes, as computed by libarchive for the listings that it can write; this needs no other library.
enum FileDigest {
    /// The digest as 64 hexadecimal digits; nil where libarchive was built without SHA-256.
    static func sha256(of data: Data) -> String? {
        guard let archive = archive_write_new(), let entry = archive_entry_new() else { return nil }
        defer {
            archive_entry_free(entry)
            archive_write_free(archive)
        }
        var listing = [UInt8](repeating: 0, count: 64 << 10)
        var used = 0
        let isWritten = listing.withUnsafeMutableBytes { buffer in
            guard archive_write_set_format_mtree(archive) == ARCHIVE_OK,
                archive_write_set_options(archive, "mtree:!all,mtree:sha256") == ARCHIVE_OK,
                archive_write_open_memory(archive, buffer.baseAddress, buffer.count, &used) == ARCHIVE_OK
            else { return false }
            archive_entry_set_pathname(entry, "file")
            archive_entry_set_filetype(entry, S_IFREG)
            archive_entry_set_size(entry, la_int64_t(data.count))
            guard archive_write_header(archive, entry) == ARCHIVE_OK else { return false }
            let count = data.withUnsafeBytes { $0.isEmpty ? 0 : archive_write_data(archive, $0.baseAddress, $0.count) }
            return count == data.count && archive_write_close(archive) == ARCHIVE_OK
        }
        guard isWritten else { return nil }
        let text = String(decoding: listing[..<used], as: UTF8.self)
        guard let start = text.range(of: "sha256digest=")?.upperBound else { return nil }
        let digest = text[start...].prefix { $0.isHexDigit }
        return digest.count == 64 ? String(digest) : nil
    }
}
