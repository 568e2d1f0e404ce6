/// The names of the numbers by which ITU-T H.273 states colours.
package enum ColourNames {
    private static let primaries: [UInt8: String] = [
        1: "BT.709", 4: "BT.470 M", 5: "BT.601 625", 6: "BT.601 525", 7: "SMPTE 240M", 8: "film", 9: "BT.2020",
        10: "XYZ", 11: "P3 DCI", 12: "P3 D65", 22: "EBU 3213",
    ]
    private static let transfers: [UInt8: String] = [
        1: "BT.709", 4: "gamma 2.2", 5: "gamma 2.8", 6: "BT.601", 7: "SMPTE 240M", 8: "linear", 11: "xvYCC",
        12: "BT.1361", 13: "sRGB", 14: "BT.2020 10 bit", 15: "BT.2020 12 bit", 16: "PQ", 17: "SMPTE 428", 18: "HLG",
    ]
    private static let matrices: [UInt8: String] = [
        0: "RGB", 1: "BT.709", 4: "FCC", 5: "BT.601", 6: "BT.601", 7: "SMPTE 240M", 8: "YCgCo", 9: "BT.2020",
        10: "BT.2020 constant luminance", 14: "ICtCp",
    ]

    /// Returns the name of a number, or the number.
    package static func primaries(_ number: UInt8) -> String { primaries[number] ?? "\(number)" }
    /// Returns the name of a number, or the number.
    package static func transfer(_ number: UInt8) -> String { transfers[number] ?? "\(number)" }
    /// Returns the name of a number, or the number.
    package static func matrix(_ number: UInt8) -> String { matrices[number] ?? "\(number)" }
}
