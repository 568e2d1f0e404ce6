import CVips
import Foundation

extension VipsHandle {
    /// Attaches EXIF, orientation and XMP to an image that libvips will save.
    func attach(_ properties: [String: any Sendable]) {
        if let orientation = MetadataEncoder.orientation(properties) {
            cvips_set_integer(pointer, "orientation", Int32(orientation))
        }
        if let packet = MetadataEncoder.packet(properties) {
            packet.withUnsafeBytes { cvips_set_blob(pointer, "xmp-data", $0.baseAddress, $0.count) }
        }
        if MetadataEncoder.resolution(properties) != nil { cvips_set_string(pointer, "resolution-unit", "in") }
        let directories = MetadataEncoder.directories(properties)
        guard !directories.isEmpty else { return }
        let block = Data("Exif\0\0".utf8) + DirectoryWriter.block(directories)
        block.withUnsafeBytes { cvips_set_blob(pointer, "exif-data", $0.baseAddress, $0.count) }
        // libvips drops EXIF entries that have no corresponding field on the image.
        for (kind, entries) in directories {
            for entry in entries {
                guard let name = ExifTags.libraryName(entry.tag, in: kind) else { continue }
                cvips_set_string(pointer, "exif-ifd\(kind.rawValue)-\(name)", Self.fieldText(entry.value))
            }
        }
    }

    /// Formats a value like libvips, which parses the field when it saves.
    private static func fieldText(_ value: DirectoryEntry.Value) -> String {
        func joined<S: Sequence>(_ numbers: S) -> String { numbers.map { "\($0)" }.joined(separator: " ") }
        switch value {
        case .bytes(let v), .undefined(let v): return joined(v) + " "
        case .text(let v): return "\(v) (\(v), ASCII, \(v.utf8.count + 1) components, \(v.utf8.count + 1) bytes)"
        case .shorts(let v): return joined(v)
        case .longs(let v): return joined(v)
        case .rationals(let v), .signedRationals(let v):
            return joined(v.map { "\($0.numerator)/\($0.denominator)" })
        case .signedBytes(let v): return joined(v)
        case .signedShorts(let v): return joined(v)
        case .signedLongs(let v): return joined(v)
        case .floats(let v): return joined(v)
        case .doubles(let v): return joined(v)
        }
    }
}
