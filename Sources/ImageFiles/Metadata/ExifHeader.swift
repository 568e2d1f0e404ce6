import Foundation

/// What an EXIF block says about the picture as a whole, for formats that have no fields of their own for it.
struct ExifHeader {
    /// The orientation, 1…8. Other numbers count as 1. Nil if there is none.
    let orientation: Int?
    /// The resolution; nil if there is none.
    let resolution: PictureResolution?

    private enum Tag {
        static let orientation: UInt16 = 0x0112
    }

    init(_ block: Data) {
        let main = DirectoryReader(block)?.read()[.main] ?? []
        func number(_ tag: UInt16) -> Double? { main.first { $0.tag == tag }.flatMap { Self.number($0.value) } }
        orientation = number(Tag.orientation).flatMap { Int(exactly: $0) }.map { (1...8).contains($0) ? $0 : 1 }
        guard let x = number(ExifTags.xResolution), let y = number(ExifTags.yResolution), x > 0, y > 0 else {
            resolution = nil
            return
        }
        switch number(ExifTags.resolutionUnit) ?? ExifTags.inches {
        case ExifTags.inches: resolution = PictureResolution(x: x, y: y)
        case ExifTags.centimetres: resolution = PictureResolution(perCentimetre: x, y)
        // Without a unit, the numbers have only a ratio.
        default: resolution = nil
        }
    }

    /// Returns the value of an entry that has only one.
    private static func number(_ value: DirectoryEntry.Value) -> Double? {
        switch value {
        case .bytes(let v): v.count == 1 ? Double(v[0]) : nil
        case .shorts(let v): v.count == 1 ? Double(v[0]) : nil
        case .longs(let v): v.count == 1 ? Double(v[0]) : nil
        case .signedShorts(let v): v.count == 1 ? Double(v[0]) : nil
        case .signedLongs(let v): v.count == 1 ? Double(v[0]) : nil
        case .rationals(let v), .signedRationals(let v): v.count == 1 ? v[0].value : nil
        default: nil
        }
    }
}
