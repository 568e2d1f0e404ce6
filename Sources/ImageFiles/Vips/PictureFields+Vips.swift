import Foundation

extension PictureFields {
    /// Reads the fields of libvips' image of a file.
    ///
    /// - Parameter normalized: The image after conversions, of which some remove the profile.
    init(of header: VipsHandle, normalized: VipsHandle) {
        profile = normalized.blob("icc-profile-data")
        exif = header.blob("exif-data")
        // libvips before 8.15 doesn't identify the XMP packet of a HEIF file.
        xmp = header.blob("xmp-data") ?? Self.packetWithoutName(in: header)
        orientation = header.integer("orientation")
        resolution = Self.resolution(of: header)
        bitsPerSample = header.integer("bits-per-sample")
        pageCount = header.integer("n-pages") ?? 1
        isAV1 = header.string("heif-compression") == "av1"
    }

    /// Returns the XMP packet among the metadata items of any MIME type.
    private static func packetWithoutName(in header: VipsHandle) -> Data? {
        let names = header.fields.filter { $0.hasPrefix("heif-mime-") }
        return names.lazy.compactMap { header.blob($0) }.first { block in
            ["<?xpacket", "<x:xmpmeta"].contains { block.starts(with: $0.utf8) }
        }
    }

    /// libvips reports one pixel per millimetre, or 72 dots per inch, for files without a resolution.
    private static func resolution(of header: VipsHandle) -> PictureResolution? {
        let (x, y) = header.resolution
        guard header.string("resolution-unit") != nil || (x != 1 && abs(x * 25.4 - 72) > 1e-6) else { return nil }
        return PictureResolution(x: x * 25.4, y: y * 25.4)
    }
}
