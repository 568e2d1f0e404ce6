import CoreImage

/// The metadata that a picture keeps when metadata is removed.
///
/// Metadata contains names of people and places, and small copies of the original picture: thumbnails, previews in
/// maker notes, and named faces in XMP. Therefore only the listed properties are written. The colour profile isn't a
/// property and is always kept.
package enum KeptMetadata {
    /// Returns the properties of `picture` that may be written.
    ///
    /// - Parameter aboutCapture: Whether to keep the time, camera, lens and exposure.
    package static func of(_ picture: CIImage, aboutCapture: Bool) -> [String: Any] {
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

    /// Excludes places, owners, serial numbers, comments and maker notes.
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
