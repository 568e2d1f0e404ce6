import Foundation

/// The box structure around a JPEG XL codestream (ISO/IEC 18181-2), which contains the metadata.
///
/// libvips reads and writes this metadata from version 8.15 on. This type is for older versions.
enum JPEGXLContainer {
    private static let signature = Data([0, 0, 0, 12] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A])
    private static let codestreamMark: [UInt8] = [0xFF, 0x0A]
    private static let boxLimit = 1024
    /// Maximum size of a metadata block, in bytes.
    private static let blockLimit = 16 << 20

    /// Returns the codestream in a container with metadata blocks before it. It is returned unchanged if there are
    /// none, or if it already has a container.
    ///
    /// - Parameter exif: An EXIF block that starts with its TIFF header.
    static func wrapped(_ codestream: Data, exif: Data?, xmp: Data?) -> Data {
        guard exif != nil || xmp != nil, codestream.starts(with: codestreamMark) else { return codestream }
        var file = signature
        append("ftyp", Data("jxl \0\0\0\0jxl ".utf8), to: &file)
        // The first four bytes are the offset of the TIFF header.
        if let exif { append("Exif", Data(count: 4) + exif, to: &file) }
        if let xmp { append("xml ", xmp, to: &file) }
        append("jxlc", codestream, to: &file)
        return file
    }

    private static func append(_ type: String, _ content: Data, to file: inout Data) {
        let isLarge = content.count > Int(UInt32.max) - 8
        let size = isLarge ? 1 : UInt32(content.count + 8)
        withUnsafeBytes(of: size.bigEndian) { file.append(contentsOf: $0) }
        file.append(contentsOf: type.utf8)
        if isLarge { withUnsafeBytes(of: UInt64(content.count + 16).bigEndian) { file.append(contentsOf: $0) } }
        file.append(content)
    }

    /// Returns the metadata blocks in a file. Compressed ones (`brob`) are left out.
    static func blocks(in file: Data) -> (exif: Data?, xmp: Data?) {
        var blocks: (exif: Data?, xmp: Data?) = (nil, nil)
        guard file.starts(with: signature) else { return blocks }
        var rest = file.dropFirst(signature.count)
        for _ in 0..<boxLimit {
            guard let (type, content) = nextBox(&rest) else { break }
            guard content.count <= blockLimit else { continue }
            switch type {
            case "Exif" where blocks.exif == nil:
                guard let offset = number(content.prefix(4)), offset <= content.count - 4 else { continue }
                blocks.exif = Data(content.dropFirst(4 + offset))
            case "xml " where blocks.xmp == nil: blocks.xmp = Data(content)
            default: continue
            }
        }
        return blocks
    }

    /// Removes a box from the start of `rest`; nil at the end, or if the box is larger than the remaining data.
    private static func nextBox(_ rest: inout Data) -> (type: String, content: Data)? {
        guard rest.count >= 8, let short = number(rest.prefix(4)) else { return nil }
        let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
        var (size, header) = (short, 8)
        // A size of 1 means that the size is in eight bytes after the type, and 0 means that the box extends to the
        // end.
        if short == 1 {
            guard rest.count >= 16, let long = number(rest.dropFirst(8).prefix(8)) else { return nil }
            (size, header) = (long, 16)
        } else if short == 0 {
            size = rest.count
        }
        guard size >= header, size <= rest.count else { return nil }
        let content = rest.prefix(size).dropFirst(header)
        rest = rest.dropFirst(size)
        return (type, content)
    }

    /// Reads a big-endian number of four or eight bytes; nil if there are fewer bytes, or if it doesn't fit into `Int`.
    private static func number(_ bytes: Data) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
