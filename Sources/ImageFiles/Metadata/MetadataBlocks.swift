import Foundation

/// The metadata blocks of a picture file, as stored.
struct MetadataBlocks {
    /// The directories of an EXIF block or of a TIFF.
    let directories: [DirectoryKind: [DirectoryEntry]]
    /// IPTC-IIM records.
    let iptc: Data?
    /// The XMP packet.
    let xmp: Data?

    init(of header: VipsHandle, in storage: MetadataStorage, bytes: EncodedBytes) {
        var exif = header.blob("exif-data")
        var xmp = header.blob("xmp-data")
        switch storage {
        // libvips passes on EXIF blocks unchanged, but only a few tags of a TIFF's own directories.
        case .tiffDirectories: exif = bytes.mapped
        case .heifItems: xmp = xmp ?? Self.packetWithoutName(in: header)
        case .jpegXLBoxes:
            if exif == nil, xmp == nil, let blocks = bytes.mapped.map(JPEGXLContainer.blocks) { (exif, xmp) = blocks }
        case .fields, .jpegSegments, .pngChunks: break
        }
        directories = exif.flatMap(DirectoryReader.init)?.read() ?? [:]
        self.xmp = xmp
        iptc =
            switch storage {
            case .jpegSegments: header.blob("iptc-data").flatMap(IPTCRecords.records(inSegment:))
            case .tiffDirectories: IPTCRecords.records(in: directories[.main] ?? [])
            case .fields, .pngChunks, .heifItems, .jpegXLBoxes: nil
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
