import Foundation

/// The blocks of metadata in a picture file, each as it is stored.
struct MetadataBlocks {
    /// The directories of an EXIF block, or of a TIFF.
    let directories: [DirectoryKind: [DirectoryEntry]]
    /// IPTC-IIM records.
    let iptc: Data?
    /// The XMP packet.
    let xmp: Data?

    init(of header: VipsHandle, format: ImageFileFormat, bytes: EncodedBytes) {
        var exif = header.blob("exif-data")
        var xmp = header.blob("xmp-data")
        switch format {
        // libvips hands over EXIF blocks as they are, but of a TIFF's own directories only a few tags.
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

    /// The XMP packet of a HEIF file among its blocks of any MIME type, as libvips before 8.15 hands them over.
    private static func packetWithoutName(in header: VipsHandle) -> Data? {
        let names = header.fields.filter { $0.hasPrefix("heif-mime-") }
        return names.lazy.compactMap { header.blob($0) }.first { block in
            ["<?xpacket", "<x:xmpmeta"].contains { block.starts(with: $0.utf8) }
        }
    }
}
