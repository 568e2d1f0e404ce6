import Foundation

extension PropertyValues {
    private static let rationalNames: Set<String> = [
        "XResolution", "YResolution", "ExposureTime", "FNumber", "CompressedBitsPerPixel", "ApertureValue",
        "MaxApertureValue", "SubjectDistance", "FocalLength", "FlashEnergy", "FocalPlaneXResolution",
        "FocalPlaneYResolution", "ExposureIndex", "DigitalZoomRatio", "Gamma", "LensSpecification", "WhitePoint",
        "PrimaryChromaticities", "Altitude", "DOP", "Speed", "Track", "ImgDirection", "DestBearing", "DestDistance",
        "HPositioningError",
    ]
    private static let signedNames: Set<String> = ["ShutterSpeedValue", "BrightnessValue", "ExposureBiasValue"]
    private static let longNames: Set<String> = [
        "PixelXDimension", "PixelYDimension", "StandardOutputSensitivity", "RecommendedExposureIndex", "ISOSpeed",
    ]
    private static let undefinedNames: Set<String> = [
        "ComponentsConfiguration", "FileSource", "SceneType", "CFAPattern", "UserComment", "OECF",
        "SpatialFrequencyResponse", "DeviceSettingDescription", "ProcessingMethod", "AreaInformation",
    ]
    private static let byteNames: Set<String> = ["GPSVersion", "AltitudeRef"]

    /// Returns the entry for a property; nil if the name has no tag, or the tag can't store the value.
    static func entry(_ property: Any, named name: String, in kind: DirectoryKind) -> DirectoryEntry? {
        guard let tag = ExifTags.number(name, in: kind), let value = value(property, name, kind) else { return nil }
        return DirectoryEntry(tag: tag, value: value)
    }

    private static func value(_ property: Any, _ name: String, _ kind: DirectoryKind) -> DirectoryEntry.Value? {
        if let text = property as? String { return textValue(text, name, kind) }
        guard let numbers = numbers(property), !numbers.isEmpty else { return nil }
        if name == "ExifVersion" || name == "FlashPixVersion" {
            guard numbers.count >= 2 else { return nil }
            let text = String(
                format: "%02d%d%d", Int(numbers[0]), Int(numbers[1]), numbers.count > 2 ? Int(numbers[2]) : 0)
            return .undefined(Array(text.utf8.prefix(4)))
        }
        if kind == .gps, numbers.count == 1, name.hasSuffix("Latitude") || name.hasSuffix("Longitude") {
            return .rationals(degrees(numbers[0]))
        }
        if signedNames.contains(name) { return .signedRationals(numbers.map(ExifRational.init)) }
        if rationalNames.contains(name) || numbers.contains(where: { $0 != $0.rounded() }) {
            return numbers.contains { $0 < 0 }
                ? .signedRationals(numbers.map(ExifRational.init)) : .rationals(numbers.map(ExifRational.init))
        }
        guard let whole = wholes(numbers) else { return nil }
        if undefinedNames.contains(name) { return .undefined(whole.map { UInt8(clamping: $0) }) }
        if byteNames.contains(name) { return .bytes(whole.map { UInt8(clamping: $0) }) }
        if whole.contains(where: { $0 < 0 }) { return .signedLongs(whole.map { Int32(clamping: $0) }) }
        if longNames.contains(name) || whole.contains(where: { $0 > 65535 }) {
            return .longs(whole.map { UInt32(clamping: $0) })
        }
        return .shorts(whole.map { UInt16(clamping: $0) })
    }

    private static func wholes(_ numbers: [Double]) -> [Int]? {
        let whole = numbers.compactMap { Int(exactly: $0) }
        return whole.count == numbers.count ? whole : nil
    }

    private static func textValue(_ text: String, _ name: String, _ kind: DirectoryKind) -> DirectoryEntry.Value? {
        if name == "UserComment" { return .undefined(Array("ASCII\0\0\0".utf8) + Array(text.utf8)) }
        if kind == .gps, name == "TimeStamp" {
            let parts = text.split(separator: ":").compactMap { Double($0) }
            return parts.count == 3 ? .rationals(parts.map(ExifRational.init)) : nil
        }
        return .text(text)
    }

    /// Converts to degrees, minutes and seconds with five decimals: a third of a millimetre on the ground.
    private static func degrees(_ value: Double) -> [ExifRational] {
        let total = Int64((abs(value) * 3600 * 100_000).rounded())
        let (degrees, rest) = total.quotientAndRemainder(dividingBy: 3600 * 100_000)
        let (minutes, seconds) = rest.quotientAndRemainder(dividingBy: 60 * 100_000)
        return [
            ExifRational(numerator: degrees, denominator: 1), ExifRational(numerator: minutes, denominator: 1),
            ExifRational(numerator: seconds, denominator: 100_000),
        ]
    }

    /// Converts a number or an array of numbers, of any numeric type of Swift or Foundation.
    static func numbers(_ property: Any) -> [Double]? {
        switch property {
        case let v as Int: [Double(v)]
        case let v as Double: v.isFinite ? [v] : nil
        case let v as Float: v.isFinite ? [Double(v)] : nil
        case let v as NSNumber: [v.doubleValue]
        case let v as any BinaryInteger: [Double(Int64(clamping: v))]
        case let v as [Any]:
            v.reduce(into: [Double]?([])) { all, item in
                if let number = numbers(item), number.count == 1 { all?.append(number[0]) } else { all = nil }
            }
        default: nil
        }
    }
}
