import CoreImage

/// What a picture without its metadata still says about itself.
///
/// Metadata name people and places, and hold small copies of the picture as it was before: thumbnails, previews in
/// makers' notes, faces with names in XMP. So only what is listed here is written; the colour profile is no property,
/// and stays.
enum KeptMetadata {
    /// The properties of `picture` that may be written.
    ///
    /// - Parameter aboutCapture: Whether to keep when and with what camera, lens and exposure the picture was taken.
    static func of(_ picture: CIImage, aboutCapture: Bool) -> [String: Any] {
        var kept = picture.properties.filter { resolution.contains($0.key) }
        guard aboutCapture else { return kept }
        for (dictionary, keys) in capture {
            let entries = picture.properties[dictionary] as? [String: Any] ?? [:]
            let allowed = entries.filter { keys.contains($0.key) }
            if !allowed.isEmpty { kept[dictionary] = allowed }
        }
        return kept
    }

    private static let resolution: Set<String> = [kCGImagePropertyDPIWidth, kCGImagePropertyDPIHeight]

    /// Neither places nor owners, serial numbers, comments and makers' notes.
    private static let capture: [String: Set<String>] = [
        kCGImagePropertyTIFFDictionary: ["Make", "Model", "DateTime"],
        kCGImagePropertyExifDictionary: [
            "DateTimeOriginal", "DateTimeDigitized", "OffsetTime", "OffsetTimeOriginal", "OffsetTimeDigitized",
            "ExposureTime", "FNumber", "ExposureProgram", "ISOSpeedRatings", "ShutterSpeedValue", "ApertureValue",
            "ExposureBiasValue", "MeteringMode", "Flash", "FocalLength", "FocalLenIn35mmFilm", "ExposureMode",
            "WhiteBalance", "LensMake", "LensModel",
        ],
    ]
}
