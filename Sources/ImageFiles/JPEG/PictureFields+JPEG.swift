import CJPEG
import Foundation

extension PictureFields {
    /// Reads the fields of a JPEG from its JFIF header and its segments. Of several segments of a kind, the first
    /// counts.
    init(_ header: CJPEGHeader, segmentsOf decoder: JPEGDecoder) {
        var profile = JPEGProfile()
        while let segment = decoder.nextSegment() {
            let content = Data(bytes: segment.bytes, count: segment.size)
            switch segment.kind {
            case 1 where content.starts(with: "Exif".utf8): exif = exif ?? content
            case 1: xmp = xmp ?? Self.packet(in: content)
            case 2: profile.add(content)
            case 13 where content.starts(with: "Photo".utf8): imageResources = imageResources ?? content
            default: break
            }
        }
        self.profile = profile.data
        let block = exif.map(ExifHeader.init)
        orientation = block?.orientation
        resolution = block?.resolution ?? Self.resolution(header)
    }

    /// Returns the resolution of the JFIF header (JFIF 1.02, page 5). 1 × 1 is a ratio, not a resolution.
    private static func resolution(_ header: CJPEGHeader) -> PictureResolution? {
        let (x, y) = (Double(header.x_density), Double(header.y_density))
        guard header.has_jfif != 0, x > 1, y > 1 else { return nil }
        switch header.density_unit {
        case 1: return PictureResolution(x: x, y: y)
        case 2: return PictureResolution(perCentimetre: x, y)
        default: return nil
        }
    }

    /// Returns the XMP packet in a segment, after the address of its namespace, which ends with a zero byte.
    private static func packet(in segment: Data) -> Data? {
        guard segment.starts(with: "http".utf8), let end = segment.prefix(80).firstIndex(of: 0) else { return nil }
        return Data(segment[(end + 1)...])
    }
}
