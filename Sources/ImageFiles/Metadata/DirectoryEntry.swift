import Foundation

/// One tag of a TIFF or EXIF directory, and its value.
struct DirectoryEntry: Hashable, Sendable {
    /// Values by TIFF field type.
    enum Value: Hashable, Sendable {
        case bytes([UInt8])
        case text(String)
        case shorts([UInt16])
        case longs([UInt32])
        case rationals([ExifRational])
        case undefined([UInt8])
        case signedBytes([Int8])
        case signedShorts([Int16])
        case signedLongs([Int32])
        case signedRationals([ExifRational])
        case floats([Float])
        case doubles([Double])

        /// The number of the type in TIFF 6.0, section 2.
        var type: UInt16 {
            switch self {
            case .bytes: 1
            case .text: 2
            case .shorts: 3
            case .longs: 4
            case .rationals: 5
            case .signedBytes: 6
            case .undefined: 7
            case .signedShorts: 8
            case .signedLongs: 9
            case .signedRationals: 10
            case .floats: 11
            case .doubles: 12
            }
        }

        /// Returns the size in bytes of one value of a type, given by its number.
        static func size(ofType type: UInt16) -> Int? {
            switch type {
            case 1, 2, 6, 7: 1
            case 3, 8: 2
            case 4, 9, 11, 13: 4
            case 5, 10, 12, 16, 17, 18: 8
            default: nil
            }
        }
    }

    var tag: UInt16
    var value: Value
}

/// The directory of a tag. Raw values are the numbers in libexif and libvips.
enum DirectoryKind: Int, Sendable, CaseIterable {
    case main = 0
    case exif = 2
    case gps = 3
}
