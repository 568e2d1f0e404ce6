import Foundation

/// The metadata blocks of a picture file, as stored.
struct MetadataBlocks {
    /// The directories of an EXIF block or of a TIFF.
    let directories: [DirectoryKind: [DirectoryEntry]]
    /// IPTC-IIM records.
    let iptc: Data?
    /// The XMP packet.
    let xmp: Data?

    init(of fields: PictureFields, in storage: MetadataStorage, bytes: EncodedBytes) {
        var (exif, xmp) = (fields.exif, fields.xmp)
        switch storage {
        // libvips passes on EXIF blocks unchanged, but only a few tags of a TIFF's own directories.
        case .tiffDirectories: exif = bytes.mapped
        case .jpegXLBoxes:
            if exif == nil, xmp == nil, let blocks = bytes.mapped.map(JPEGXLContainer.blocks) { (exif, xmp) = blocks }
        case .fields, .jpegSegments, .pngChunks, .heifItems: break
        }
        directories = exif.flatMap(DirectoryReader.init)?.read() ?? [:]
        self.xmp = xmp
        iptc =
            switch storage {
            case .jpegSegments: fields.imageResources.flatMap(IPTCRecords.records(inSegment:))
            case .tiffDirectories: IPTCRecords.records(in: directories[.main] ?? [])
            case .fields, .pngChunks, .heifItems, .jpegXLBoxes: nil
            }
    }
}
