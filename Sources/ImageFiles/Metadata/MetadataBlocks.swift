import Foundation

/// The metadata blocks of a picture file, as stored.
struct MetadataBlocks {
    /// The directories of an EXIF block or of a TIFF.
    let directories: [DirectoryKind: [DirectoryEntry]]
    /// IPTC-IIM records.
    let iptc: Data?
    /// The XMP packet.
    let xmp: Data?

    init(of header: VipsHandle, format: ImageFileFormat, bytes: EncodedBytes) {
        var exif = header.blob("exif-data")
        var xmp = header.blob("xmp-data")
        switch format {
        // libvips passes on EXIF blocks unchanged, but only a few tags of a TIFF's own directories.
        case .tiff: exif = bytes.mapped
        case .heif, .avif: xmp = xmp ?? Self.packetWithoutName(in: header)
        case .jpegXL where exif == nil && xmp == nil:
            if let blocks = bytes.mapped.map(JPEGXLContainer.blocks) { (exif, xmp) = blocks }
        default: break
        }
        directories = exif.flatMap(DirectoryReader.init)?.read() ?? [:]
        self.xmp = xmp
        switch format {
        case .jpeg: iptc = header.blob("iptc-data").flatMap(IPTCRecords.records(inSegment:))
        case .tiff: iptc = IPTCRecords.records(in: directories[.main] ?? [])
        default: iptc = nil
        }
    }

    /// Returns the XMP packet of a HEIF file from its metadata items of any MIME type. libvips before 8.15 doesn't
    /// identify it.
    private static func packetWithoutName(in header: VipsHandle) -> Data? {
        let names = header.fields.filter { $0.hasPrefix("heif-mime-") }
        return names.lazy.compactMap { header.blob($0) }.first { block in
            ["<?xpacket", "<x:xmpmeta"].contains { block.starts(with: $0.utf8) }
        }
    }
}
