import PictureWorker

/// Results whose parameters are in the address, at `/i/`.
package struct ImageSettings: Decodable, Hashable, Sendable {
    /// The paths of files with keys for signatures, until the configuration is loaded.
    package var keyFiles: [String]
    /// The keys. A signature by any of them is valid.
    package var keys: [SigningKey] = []
    /// Whether addresses without a signature are accepted.
    package var acceptsUnsigned: Bool
    /// The widths and heights that may be asked for.
    package var widths = SizeRange(1...4096)
    package var heights = SizeRange(1...4096)

    private enum Key: String, CodingKey, CaseIterable {
        case unsigned, widths, heights
        case keyFiles = "key_files"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestField.container(
            of: decoder, Key.self, "{\"key_files\": [PATH], \"widths\": [1, 2000], …}")
        keyFiles = try fields.decodeIfPresent([String].self, forKey: .keyFiles) ?? []
        acceptsUnsigned = try fields.decodeIfPresent(Bool.self, forKey: .unsigned) ?? false
        try RequestField.check(
            keyFiles.isEmpty == acceptsUnsigned,
            "a key file for signatures, or \"unsigned\": true without one,", decoder.codingPath)
        widths = try fields.decodeIfPresent(SizeRange.self, forKey: .widths) ?? widths
        heights = try fields.decodeIfPresent(SizeRange.self, forKey: .heights) ?? heights
    }
}
