import CPNG
import Foundation
import Pixels

/// The encoder of PNG files.
struct PNGSaver: ByteSinkEncoder {
    /// Level 3 takes half the time of zlib's default, 6. Photographs grow by a few percent.
    private static let defaultLevel = 3

    func encode(_ picture: EncodedPicture, _ options: ImageEncodingOptions, to writer: EncodedByteWriter) throws {
        let encoder = try PNGEncoder(writer)
        let level = options.compressionLevel ?? Self.defaultLevel
        try encoder.set(Self.header(picture, options.properties), compression: min(max(level, 0), 9))
        if let profile = picture.colorSpace?.copyICCData() { try encoder.set(profile: profile) }
        let exif = ExifBlock(options.properties, width: picture.width, height: picture.height)
        // The resolution alone needs no EXIF.
        if exif.hasProperties { try encoder.set(exif: exif.data) }
        if let packet = MetadataEncoder.packet(options.properties) {
            try encoder.add(String(decoding: packet, as: UTF8.self), keyword: PictureFields.packetKeyword)
        }
        try picture.forEachStrip { try encoder.writeRows($0, bytesPerRow: $1, count: $2) }
        try encoder.finish()
    }

    private static func header(_ picture: EncodedPicture, _ properties: [String: any Sendable]) -> CPNGHeader {
        let dots = MetadataEncoder.resolution(properties) ?? (x: 72, y: 72)
        func perMetre(_ perInch: Double) -> UInt32 { UInt32((perInch / 0.0254).rounded()) }
        return CPNGHeader(
            width: Int32(picture.width), height: Int32(picture.height),
            components: Int32(picture.pixelFormat.layout.channelCount),
            bits: picture.pixelFormat.component == .uint16 ? 16 : 8, is_interlaced: 0, has_resolution: 1,
            is_resolution_per_metre: 1, x_resolution: perMetre(dots.x), y_resolution: perMetre(dots.y))
    }
}
