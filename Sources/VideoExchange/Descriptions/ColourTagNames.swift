/// The names that ffprobe and ffmpeg have for colour tags, for scripts.
package enum ColourTagNames {
    private static let primaries: [UInt8: String] = [
        1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "film", 9: "bt2020", 10: "smpte428",
        11: "smpte431", 12: "smpte432", 22: "ebu3213",
    ]
    private static let transfers: [UInt8: String] = [
        1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "linear", 9: "log100", 10: "log316",
        11: "iec61966-2-4", 12: "bt1361e", 13: "iec61966-2-1", 14: "bt2020-10", 15: "bt2020-12", 16: "smpte2084",
        17: "smpte428", 18: "arib-std-b67",
    ]
    private static let matrices: [UInt8: String] = [
        0: "gbr", 1: "bt709", 4: "fcc", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "ycgco", 9: "bt2020nc",
        10: "bt2020c", 11: "smpte2085", 12: "chroma-derived-nc", 13: "chroma-derived-c", 14: "ictcp",
    ]

    /// Returns the name of a number of ITU-T H.273, or the number if it has none.
    package static func primaries(_ number: UInt8) -> String { primaries[number] ?? "\(number)" }
    /// Returns the name of a number of ITU-T H.273, or the number if it has none.
    package static func transfer(_ number: UInt8) -> String { transfers[number] ?? "\(number)" }
    /// Returns the name of a number of ITU-T H.273, or the number if it has none.
    package static func matrix(_ number: UInt8) -> String { matrices[number] ?? "\(number)" }
    /// Returns `tv` or `pc`.
    package static func range(_ range: ColourTags.Range) -> String { range == .full ? "pc" : "tv" }
    /// Returns the name of a siting, such as `topleft`.
    package static func chromaLocation(_ location: ColourTags.ChromaLocation) -> String {
        location.rawValue.lowercased()
    }
}
