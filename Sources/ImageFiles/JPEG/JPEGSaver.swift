import Foundation
import Pixels

/// The encoder of JPEG files.
struct JPEGSaver: ByteSinkEncoder {
    /// The largest content of a segment, in bytes.
    private static let segmentLimit = 65_533
    /// The address that begins the segment with an XMP packet (XMP specification, part 3, 1.1.3).
    private static let packetMark = Data("http://ns.adobe.com/xap/1.0/\0".utf8)

    func encode(_ picture: EncodedPicture, _ options: ImageEncodingOptions, to writer: EncodedByteWriter) throws {
        let encoder = try JPEGEncoder(writer)
        try encoder.start(picture, percent: Self.percent(options.quality))
        for (kind, content) in Self.segments(picture, options.properties) where content.count <= Self.segmentLimit {
            try encoder.writeSegment(kind, content)
        }
        try picture.forEachStrip { try encoder.writeRows($0, bytesPerRow: $1, count: $2) }
        try encoder.finish()
    }

    private static func percent(_ quality: Double?) -> Int {
        let quality = quality ?? ImageFileFormat.jpeg.defaultQuality ?? 1
        return max(1, Int((min(max(quality, 0), 1) * 100).rounded()))
    }

    /// Returns the segments with the metadata, and their numbers. EXIF comes first, as its standard demands.
    private static func segments(
        _ picture: EncodedPicture, _ properties: [String: any Sendable]
    ) -> [(kind: Int32, content: Data)] {
        let exif = ExifBlock(properties, width: picture.width, height: picture.height)
        var result: [(kind: Int32, content: Data)] = [(1, Data("Exif\0\0".utf8) + exif.data)]
        if let packet = MetadataEncoder.packet(properties) { result.append((1, packetMark + packet)) }
        if let records = IPTCRecords.stored(in: properties) {
            result.append((13, IPTCRecords.segment(holding: records)))
        }
        let profile = picture.colorSpace?.copyICCData()
        return result + (profile.map(JPEGProfile.segments) ?? []).map { (2, $0) }
    }
}
