import Foundation

/// Adds EXIF, GPS and descriptive tags to a finished TIFF, which libvips writes without them.
///
/// It appends a new main directory to the file, with the old and the new entries, and changes the header to point to
/// it. Only classic little-endian files are changed. libvips writes these up to four gigabytes.
enum TIFFDirectoryUpdate {
    /// Returns the bytes to write, and their offsets; nil if there is nothing to add, or if the file isn't a classic
    /// little-endian TIFF.
    ///
    /// `read` returns up to `count` bytes at an offset.
    static func patches(
        _ directories: [DirectoryKind: [DirectoryEntry]], size: Int, read: (_ offset: Int, _ count: Int) -> Data?
    ) -> [(offset: Int, bytes: Data)]? {
        guard !directories.isEmpty, let header = read(0, 8), header.count == 8,
            header.prefix(4) == Data([0x49, 0x49, 42, 0]), size < 0xFFF0_0000
        else { return nil }
        let start = number(header, 4, 4)
        guard let head = read(start, 2), head.count == 2 else { return nil }
        let count = number(head, 0, 2)
        guard let table = read(start + 2, count * 12), table.count == count * 12 else { return nil }
        var carried: [UInt16: Data] = [:]
        for index in 0..<count {
            let entry = Data(table.dropFirst(index * 12).prefix(12))
            carried[UInt16(number(entry, 0, 2))] = entry
        }
        // Directories start at even offsets.
        let base = size + size % 2
        let bytes = DirectoryWriter.layout(directories, carried: carried, base: base)
        let pointer = withUnsafeBytes(of: UInt32(base).littleEndian) { Data($0) }
        return [(base, bytes), (4, pointer)]
    }

    private static func number(_ data: Data, _ offset: Int, _ count: Int) -> Int {
        data.dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
