import Foundation

/// Converts properties to the metadata of files.
enum MetadataEncoder {
    /// Returns the resolution in dots per inch; nil if the properties have none.
    static func resolution(_ properties: [String: any Sendable]) -> (x: Double, y: Double)? {
        func dots(_ key: String) -> Double? {
            properties[key].flatMap(PropertyValues.numbers)?.first.flatMap { (0.01...1e6).contains($0) ? $0 : nil }
        }
        let x = dots(kCGImagePropertyDPIWidth)
        let y = dots(kCGImagePropertyDPIHeight)
        guard let first = x ?? y else { return nil }
        return (x ?? first, y ?? first)
    }

    /// Returns the EXIF orientation, 1…8; nil if the properties have none.
    static func orientation(_ properties: [String: any Sendable]) -> Int? {
        let tiff = properties[kCGImagePropertyTIFFDictionary].flatMap(dictionary)
        let value: Any? = properties[kCGImagePropertyOrientation] ?? tiff?["Orientation"]
        return value.flatMap { PropertyValues.numbers($0) }?.first.flatMap { Int(exactly: $0) }
            .flatMap { (1...8).contains($0) ? $0 : nil }
    }

    /// Returns the directories for the properties, without orientation, resolution and size, which the encoder writes.
    static func directories(_ properties: [String: any Sendable]) -> [DirectoryKind: [DirectoryEntry]] {
        let sources: [(DirectoryKind, String)] = [
            (.main, kCGImagePropertyTIFFDictionary), (.exif, kCGImagePropertyExifDictionary),
            (.gps, kCGImagePropertyGPSDictionary),
        ]
        // These tags describe the file that was read, not the one to be written.
        let structural: Set<String> = [
            "Compression", "PhotometricInterpretation", "Orientation", "XResolution", "YResolution", "ResolutionUnit",
            "PixelXDimension", "PixelYDimension", "TransferFunction", "WhitePoint", "PrimaryChromaticities",
        ]
        var result: [DirectoryKind: [DirectoryEntry]] = [:]
        for (kind, key) in sources {
            guard let values = properties[key].flatMap(dictionary) else { continue }
            let entries = values.compactMap { name, value -> DirectoryEntry? in
                guard !structural.contains(name), kind != .main || ImageMetadata.tiffNames.contains(name) else {
                    return nil
                }
                return PropertyValues.entry(value, named: name, in: kind)
            }
            if !entries.isEmpty { result[kind] = entries.sorted { $0.tag < $1.tag } }
        }
        return result
    }

    /// Returns an EXIF block that starts with its TIFF header; nil if there are no entries. It contains the resolution,
    /// for formats that store it nowhere else.
    static func block(_ properties: [String: any Sendable]) -> Data? {
        var directories = directories(properties)
        if let (x, y) = resolution(properties) {
            directories[.main, default: []] += [
                DirectoryEntry(tag: ExifTags.xResolution, value: .rationals([ExifRational(x)])),
                DirectoryEntry(tag: ExifTags.yResolution, value: .rationals([ExifRational(y)])),
                DirectoryEntry(tag: ExifTags.resolutionUnit, value: .shorts([UInt16(ExifTags.inches)])),
            ]
        }
        return directories.isEmpty ? nil : DirectoryWriter.block(directories)
    }

    /// Returns the XMP packet, whose orientation is that of the properties; nil if the properties have no packet.
    static func packet(_ properties: [String: any Sendable]) -> Data? {
        (properties[imagePropertyXMPPacket] as? Data).map {
            XMPPacket(data: $0).settingOrientation(orientation(properties) ?? 1)
        }
    }

    private static func dictionary(_ value: any Sendable) -> [String: Any]? {
        if let plain = value as? [String: any Sendable] { return plain }
        return value as? [String: Any]
    }
}
