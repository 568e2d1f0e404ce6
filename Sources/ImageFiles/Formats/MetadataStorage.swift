/// Where files of a format store metadata. It decides what is read and written in addition to the decoder's own fields.
enum MetadataStorage: Sendable {
    /// In what libvips reads into its fields and writes from them, and nowhere else.
    case fields
    /// In segments, with IPTC records in one of them and a JFIF header.
    case jpegSegments
    /// In chunks, with text in some of them.
    case pngChunks
    /// In the directories of the file itself.
    case tiffDirectories
    /// In items, of which libvips doesn't always recognise the XMP packet.
    case heifItems
    /// In boxes around the codestream.
    case jpegXLBoxes

    /// Whether the format itself stores the resolution, and the decoder reads it. Otherwise, an EXIF block may contain
    /// it.
    var hasResolutionField: Bool { [.jpegSegments, .pngChunks, .tiffDirectories].contains(self) }
}
