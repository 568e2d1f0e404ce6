import CArchive
import Foundation

/// Writes zip files through libarchive.
enum ZipWriter {
    /// Returns an archive of the files in the given order. It contains no times, owners or other data that varies
    /// between runs.
    static func archive(_ files: [UnitPackage.File], for path: String) throws(FileFailure) -> Data {
        try UnicodeNames.around { () throws(FileFailure) in try write(files, for: path) }
    }

    private static func write(_ files: [UnitPackage.File], for path: String) throws(FileFailure) -> Data {
        guard let archive = archive_write_new() else { throw FileFailure(path, "written", code: ENOMEM) }
        defer { archive_write_free(archive) }
        let output = Output()
        let context = Unmanaged.passUnretained(output).toOpaque()
        let isOpen =
            archive_write_set_format_zip(archive) == ARCHIVE_OK
            && archive_write_set_bytes_per_block(archive, 0) == ARCHIVE_OK
            && archive_write_open2(
                archive, context, nil,
                { _, context, bytes, count in
                    guard let context, let bytes else { return 0 }
                    Unmanaged<Output>.fromOpaque(context).takeUnretainedValue().data.append(
                        bytes.assumingMemoryBound(to: UInt8.self), count: count)
                    return la_ssize_t(count)
                }, nil, nil) == ARCHIVE_OK
        guard isOpen else { throw failure(archive, path) }
        for file in files {
            guard let entry = archive_entry_new() else { throw FileFailure(path, "written", code: ENOMEM) }
            defer { archive_entry_free(entry) }
            archive_entry_set_pathname_utf8(entry, file.path)
            archive_entry_set_filetype(entry, S_IFREG)
            archive_entry_set_perm(entry, file.path.contains("/Contents/Linux/") ? 0o755 : 0o644)
            archive_entry_set_size(entry, la_int64_t(file.data.count))
            // No time is set, since libarchive would convert it to the local time zone.
            guard archive_write_header(archive, entry) == ARCHIVE_OK else { throw failure(archive, path) }
            let count = file.data.withUnsafeBytes {
                $0.isEmpty ? 0 : archive_write_data(archive, $0.baseAddress, $0.count)
            }
            guard count == file.data.count else { throw failure(archive, path) }
        }
        guard archive_write_close(archive) == ARCHIVE_OK else { throw failure(archive, path) }
        return withExtendedLifetime(output) { output.data }
    }

    /// The buffer that libarchive writes to, used by one thread while `archive` runs.
    private final class Output {
        var data = Data()
    }

    private static func failure(_ archive: OpaquePointer, _ path: String) -> FileFailure {
        FileFailure(
            path, "written",
            reason: archive_error_string(archive).map { String(cString: $0) } ?? "libarchive gave no reason")
    }
}
