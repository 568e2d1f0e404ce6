import CPNG
import Foundation

extension PictureFields {
    /// The keyword of the text that is an XMP packet.
    static let packetKeyword = "XML:com.adobe.xmp"

    /// Reads the fields of a PNG from its chunks.
    init(_ header: CPNGHeader, of decoder: PNGDecoder) {
        profile = decoder.profile
        exif = decoder.exif
        texts = decoder.texts
        xmp = texts.last { $0.keyword == Self.packetKeyword }.map { Data($0.text.utf8) }
        isInterlaced = header.is_interlaced != 0
        let block = exif.map(ExifHeader.init)
        orientation = block?.orientation
        resolution = block?.resolution ?? Self.resolution(header)
    }

    /// Returns the resolution of the chunk pHYs. Without a unit, it is only a ratio.
    private static func resolution(_ header: CPNGHeader) -> PictureResolution? {
        guard header.has_resolution != 0, header.is_resolution_per_metre != 0, header.x_resolution > 0,
            header.y_resolution > 0
        else { return nil }
        return PictureResolution(
            perCentimetre: Double(header.x_resolution) / 100, Double(header.y_resolution) / 100)
    }
}
