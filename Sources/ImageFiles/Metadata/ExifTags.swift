import CExif
import Foundation

/// Tag numbers and their names in ImageIO, most of which come from libexif.
enum ExifTags {
    static let xResolution: UInt16 = 0x011A
    static let yResolution: UInt16 = 0x011B
    static let resolutionUnit: UInt16 = 0x0128
    /// Values of ResolutionUnit: the unit of the resolution.
    static let inches = 2.0
    static let centimetres = 3.0

    private static func libraryDirectory(_ kind: DirectoryKind) -> ExifIfd {
        switch kind {
        case .main: EXIF_IFD_0
        case .exif: EXIF_IFD_EXIF
        case .gps: EXIF_IFD_GPS
        }
    }

    /// Names that libexif doesn't have, or that ImageIO spells differently.
    private static let own: [DirectoryKind: [UInt16: String]] = [
        .main: [0x013C: "HostComputer"],
        .exif: [
            0x8827: "ISOSpeedRatings", 0x8830: "SensitivityType", 0x8831: "StandardOutputSensitivity",
            0x8832: "RecommendedExposureIndex", 0x8833: "ISOSpeed", 0x9010: "OffsetTime",
            0x9011: "OffsetTimeOriginal", 0x9012: "OffsetTimeDigitized", 0x9290: "SubsecTime",
            0x9291: "SubsecTimeOriginal", 0x9292: "SubsecTimeDigitized", 0x9214: "SubjectArea",
            0xA405: "FocalLenIn35mmFilm", 0xA430: "CameraOwnerName", 0xA431: "BodySerialNumber",
            0xA432: "LensSpecification", 0xA433: "LensMake", 0xA434: "LensModel", 0xA435: "LensSerialNumber",
            0x9204: "ExposureBiasValue", 0xA40C: "SubjectDistRange", 0x9000: "ExifVersion",
            0xA000: "FlashPixVersion",
        ],
        .gps: [0x0000: "GPSVersion", 0x001F: "HPositioningError"],
    ]

    /// Returns the name of a tag in libexif, which libvips uses in its field names.
    static func libraryName(_ tag: UInt16, in kind: DirectoryKind) -> String? {
        exif_tag_get_name_in_ifd(ExifTag(UInt32(tag)), libraryDirectory(kind)).map { String(cString: $0) }
    }

    /// Returns ImageIO's name of a tag; nil for unknown tags.
    static func name(_ tag: UInt16, in kind: DirectoryKind) -> String? {
        if let name = own[kind]?[tag] { return name }
        guard let name = libraryName(tag, in: kind) else { return nil }
        return kind == .gps && name.hasPrefix("GPS") ? String(name.dropFirst(3)) : name
    }

    /// All known tags, in ascending order.
    private static let known: [UInt16] = {
        let library = (0..<exif_tag_table_count()).compactMap { UInt16(exactly: exif_tag_table_get_tag($0).rawValue) }
        return Set(library + own.values.flatMap(\.keys)).sorted()
    }()

    private static let numbers: [DirectoryKind: [String: UInt16]] = {
        var result: [DirectoryKind: [String: UInt16]] = [:]
        for kind in DirectoryKind.allCases {
            for tag in known where tag != 0xFFFF {
                if let name = name(tag, in: kind), result[kind]?[name] == nil { result[kind, default: [:]][name] = tag }
            }
        }
        return result
    }()

    /// Returns the tag with an ImageIO name.
    static func number(_ name: String, in kind: DirectoryKind) -> UInt16? { numbers[kind]?[name] }
}
