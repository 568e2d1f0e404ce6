/// Notes of a stream about how it was encoded, which aren't true any more when it is encoded again.
enum EncodingNote {
    private static let names: Set = ["encoder", "rotate", "duration", "bps", "number_of_frames", "number_of_bytes"]

    /// Whether a note with this name is one. Statistics in Matroska files may have the name of a language behind them,
    /// as in `BPS-eng`.
    static func isNamed(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("_statistics_") || names.contains(String(name.prefix { $0 != "-" }))
    }
}
