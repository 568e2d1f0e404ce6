import Foundation
import Pixels

/// Reads the metadata of a picture file, under ImageIO's keys.
enum ImageMetadata {
    /// Returns the properties of an opened file.
    static func properties(
        of picture: any OpenedPicture, _ fields: PictureFields, format: ImageFileFormat, layout: StoredLayout,
        orientation: Int, bytes: EncodedBytes
    ) -> [String: any Sendable] {
        var result: [String: any Sendable] = [
            kCGImagePropertyPixelWidth: picture.width, kCGImagePropertyPixelHeight: picture.height,
            kCGImagePropertyDepth: layout.storedDepth, kCGImagePropertyColorModel: colorModel(layout.storedSpace),
            kCGImagePropertyOrientation: orientation, kCGImagePropertyHasAlpha: layout.hasAlpha,
        ]
        if fields.pageCount > 1 { result[kCGImagePropertyImageCount] = fields.pageCount }
        if layout.isFloat { result[kCGImagePropertyIsFloat] = true }
        if let name = layout.profileName { result[kCGImagePropertyProfileName] = name }
        let storage = format.record.metadata
        let blocks = MetadataBlocks(of: fields, in: storage, bytes: bytes)
        if let dots = storage.hasResolutionField ? fields.resolution : resolution(in: blocks.directories) {
            result[kCGImagePropertyDPIWidth] = dots.x
            result[kCGImagePropertyDPIHeight] = dots.y
        }
        for (key, dictionary) in dictionaries(of: blocks.directories) { result[key] = dictionary }
        if storage == .jpegSegments, let jfif = jfif(bytes.head(20)) { result[kCGImagePropertyJFIFDictionary] = jfif }
        if storage == .pngChunks {
            let png = pngText(fields)
            if !png.isEmpty { result[kCGImagePropertyPNGDictionary] = png }
        }
        if let packet = blocks.xmp { result[imagePropertyXMPPacket] = packet }
        if let records = blocks.iptc { result[imagePropertyIPTCRecords] = records }
        return result
    }

    static func colorModel(_ space: CGColorSpace) -> String {
        switch space.model {
        case .monochrome: kCGImagePropertyColorModelGray
        case .cmyk: kCGImagePropertyColorModelCMYK
        case .lab: kCGImagePropertyColorModelLab
        default: kCGImagePropertyColorModelRGB
        }
    }

    /// Returns the resolution in an EXIF block, in dots per inch. 72 counts as none: encoders write it because the tags
    /// are mandatory.
    private static func resolution(in directories: [DirectoryKind: [DirectoryEntry]]) -> PictureResolution? {
        func number(_ tag: UInt16) -> Double? {
            switch directories[.main]?.first(where: { $0.tag == tag })?.value {
            case .rationals(let values): values.first?.value
            case .shorts(let values): values.first.map(Double.init)
            default: nil
            }
        }
        guard let x = number(ExifTags.xResolution), let y = number(ExifTags.yResolution), x > 0, y > 0 else {
            return nil
        }
        let isMetric = number(ExifTags.resolutionUnit) == ExifTags.centimetres
        let perInch = isMetric ? 2.54 : 1
        guard abs(x * perInch - 72) > 1e-6 || abs(y * perInch - 72) > 1e-6 else { return nil }
        return PictureResolution(x: x * perInch, y: y * perInch)
    }

    private static func dictionaries(
        of directories: [DirectoryKind: [DirectoryEntry]]
    ) -> [String: [String: any Sendable]] {
        let keys: [DirectoryKind: String] = [
            .main: kCGImagePropertyTIFFDictionary, .exif: kCGImagePropertyExifDictionary,
            .gps: kCGImagePropertyGPSDictionary,
        ]
        var result: [String: [String: any Sendable]] = [:]
        for (kind, entries) in directories {
            guard let key = keys[kind] else { continue }
            var dictionary: [String: any Sendable] = [:]
            for entry in entries {
                guard let name = ExifTags.name(entry.tag, in: kind), kind != .main || tiffNames.contains(name),
                    let value = PropertyValues.property(entry, named: name, in: kind)
                else { continue }
                dictionary[name] = value
            }
            if !dictionary.isEmpty { result[key] = dictionary }
        }
        return result
    }

    /// The keys of ImageIO's TIFF dictionary. Other tags of the main directory describe the layout of the file.
    static let tiffNames: Set<String> = [
        "Compression", "PhotometricInterpretation", "DocumentName", "ImageDescription", "Make", "Model", "Orientation",
        "XResolution", "YResolution", "ResolutionUnit", "Software", "TransferFunction", "DateTime", "Artist",
        "HostComputer", "Copyright", "WhitePoint", "PrimaryChromaticities",
    ]

    /// Reads the JFIF header at the start of a file (JFIF 1.02, page 5).
    private static func jfif(_ head: Data) -> [String: any Sendable]? {
        let b = Array(head)
        guard b.count >= 18, b[2] == 0xFF, b[3] == 0xE0, Array(b[6..<11]) == Array("JFIF\0".utf8) else { return nil }
        return [
            "JFIFVersion": [Int(b[11]), Int(b[12] >> 4), Int(b[12] & 15)], "DensityUnit": Int(b[13]),
            "XDensity": b[14..<16].bigEndianNumber, "YDensity": b[16..<18].bigEndianNumber,
        ]
    }

    /// Reads the text chunks with the keywords that the PNG standard defines.
    private static func pngText(_ fields: PictureFields) -> [String: any Sendable] {
        let keys = [
            "Title": "Title", "Author": "Author", "Description": "Description", "Copyright": "Copyright",
            "Creation Time": "CreationTime", "Software": "Software", "Comment": "Comment", "Source": "Source",
            "Disclaimer": "Disclaimer", "Warning": "Warning",
        ]
        var result: [String: any Sendable] = [:]
        for (keyword, text) in fields.texts {
            if let key = keys[keyword] { result[key] = text }
        }
        if fields.isInterlaced { result["InterlaceType"] = 1 }
        return result
    }
}
