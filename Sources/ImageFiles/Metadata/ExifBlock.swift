import Foundation

/// The EXIF block of a file that stores orientation and resolution in it, with the entries that its standard requires
/// (EXIF 2.32, 4.6.8).
struct ExifBlock {
    /// The block, from its TIFF header on.
    let data: Data
    /// Whether the block contains properties, other than orientation and resolution.
    let hasProperties: Bool

    private enum Tag {
        static let orientation: UInt16 = 0x0112
        static let chromaPositioning: UInt16 = 0x0213
        static let exifVersion: UInt16 = 0x9000
        static let componentsConfiguration: UInt16 = 0x9101
        static let flashPixVersion: UInt16 = 0xA000
        static let colorSpace: UInt16 = 0xA001
        static let width: UInt16 = 0xA002
        static let height: UInt16 = 0xA003
    }

    init(_ properties: [String: any Sendable], width: Int, height: Int) {
        var directories = MetadataEncoder.directories(properties)
        hasProperties = !directories.isEmpty
        let dots = MetadataEncoder.resolution(properties) ?? (x: 72, y: 72)
        let orientation = UInt16(MetadataEncoder.orientation(properties) ?? 1)
        directories[.main, default: []] += [
            DirectoryEntry(tag: Tag.orientation, value: .shorts([orientation])),
            DirectoryEntry(tag: ExifTags.xResolution, value: .rationals([ExifRational(dots.x)])),
            DirectoryEntry(tag: ExifTags.yResolution, value: .rationals([ExifRational(dots.y)])),
            DirectoryEntry(tag: ExifTags.resolutionUnit, value: .shorts([UInt16(ExifTags.inches)])),
        ]
        // Of two entries with a tag, the first is written, so these are for properties that don't have them.
        directories[.exif, default: []] += [
            DirectoryEntry(tag: Tag.exifVersion, value: .undefined(Array("0210".utf8))),
            DirectoryEntry(tag: Tag.flashPixVersion, value: .undefined(Array("0100".utf8))),
            // Uncalibrated: the ICC profile defines the colours.
            DirectoryEntry(tag: Tag.colorSpace, value: .shorts([0xFFFF])),
            DirectoryEntry(tag: Tag.width, value: .longs([UInt32(width)])),
            DirectoryEntry(tag: Tag.height, value: .longs([UInt32(height)])),
        ]
        if !hasProperties {
            // Chroma samples in the middle of their pixels, and the components Y, Cb and Cr.
            directories[.main, default: []].append(DirectoryEntry(tag: Tag.chromaPositioning, value: .shorts([1])))
            directories[.exif, default: []].append(
                DirectoryEntry(tag: Tag.componentsConfiguration, value: .undefined([1, 2, 3, 0])))
        }
        data = DirectoryWriter.block(directories)
    }
}
