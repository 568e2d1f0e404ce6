import Foundation

/// Conversion between directory entries and the values in ImageIO's dictionaries.
enum PropertyValues {
    /// Keys whose value is an array even if it has one element.
    private static let lists: Set<String> = [
        "ISOSpeedRatings", "SubjectArea", "LensSpecification", "ComponentsConfiguration", "BitsPerSample",
    ]
    private static let angles: Set<String> = ["Latitude", "Longitude", "DestLatitude", "DestLongitude"]
    private static let versions: Set<String> = ["ExifVersion", "FlashPixVersion"]

    /// Returns the property for an entry: numbers as Int and Double, text as String, several values as arrays, and GPS
    /// angles in degrees.
    static func property(_ entry: DirectoryEntry, named name: String, in kind: DirectoryKind) -> (any Sendable)? {
        switch entry.value {
        case .text(let text): return text
        case .undefined(let raw):
            if versions.contains(name) { return version(raw) }
            if name == "UserComment" { return comment(raw) }
            if name == "MakerNote" { return nil }
            return list(raw.map(Int.init), name)
        case .bytes(let v): return list(v.map(Int.init), name)
        case .shorts(let v): return list(v.map(Int.init), name)
        case .longs(let v): return list(v.map(Int.init), name)
        case .signedBytes(let v): return list(v.map(Int.init), name)
        case .signedShorts(let v): return list(v.map(Int.init), name)
        case .signedLongs(let v): return list(v.map(Int.init), name)
        case .rationals(let v), .signedRationals(let v):
            let values = v.map(\.value)
            if kind == .gps, angles.contains(name), values.count == 3 {
                return values[0] + values[1] / 60 + values[2] / 3600
            }
            if kind == .gps, name == "TimeStamp", values.count == 3 {
                return String(format: "%02d:%02d:%02d", Int(values[0]), Int(values[1]), Int(values[2]))
            }
            return list(values, name)
        case .floats(let v): return list(v.map(Double.init), name)
        case .doubles(let v): return list(v, name)
        }
    }

    private static func list<T: Sendable>(_ values: [T], _ name: String) -> (any Sendable)? {
        guard let first = values.first else { return nil }
        return values.count == 1 && !lists.contains(name) ? first : values
    }

    /// Decodes a version: "0231" gives [2, 3, 1], and "0230" gives [2, 3].
    private static func version(_ raw: [UInt8]) -> [Int]? {
        guard raw.count == 4, raw.allSatisfy({ (48...57).contains($0) }) else { return nil }
        let digits = raw.map { Int($0) - 48 }
        return [digits[0] * 10 + digits[1], digits[2]] + (digits[3] == 0 ? [] : [digits[3]])
    }

    /// Decodes the text after the eight bytes that name its character set.
    private static func comment(_ raw: [UInt8]) -> String? {
        guard raw.count > 8 else { return nil }
        let body = Array(raw.dropFirst(8))
        if raw.starts(with: Array("UNICODE".utf8)) {
            return String(data: Data(body), encoding: .utf16LittleEndian)?.trimmingCharacters(in: ["\0", " "])
        }
        return DirectoryReader.text(body)
    }
}
