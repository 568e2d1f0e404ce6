/// Generates PDF417 symbols for messages.
///
/// zint can't be forced to use a compaction method, so messages are encoded here.
package struct PDF417Encoder: Sendable {
    /// The method for encoding bytes as codewords.
    package var compaction = PDF417Compaction.automatic
    /// Whether a message that begins with text starts with the latch for text.
    package var alwaysSpecifiesCompaction = false
    /// The correction level, 0 to 8, which gives 2^(level + 1) check codewords. Nil for the level that the standard
    /// recommends.
    package var level: Int?
    /// The allowed and preferred sizes.
    package var sizing = PDF417Sizing()

    /// Creates an encoder with automatic settings.
    package init() {}

    /// Returns the symbol for a message, with one row of modules for each of its rows.
    package func grid(message: [UInt8]) throws(BarcodeRefusal) -> ModuleGrid {
        guard !message.isEmpty else { throw BarcodeRefusal(.message, "it is empty; give at least one byte") }
        let words = try compaction.codewords(of: message, alwaysSpecified: alwaysSpecifiesCompaction)
        let level = try usedLevel(wordCount: words.count)
        let checkCount = 2 << level
        // One more codeword contains their number.
        let needed = 1 + words.count + checkCount
        guard needed <= PDF417Size.maximumCodewordCount else {
            let bytes = message.count * (PDF417Size.maximumCodewordCount - checkCount - 1) / words.count
            throw BarcodeRefusal(
                .message,
                "its \(message.count) bytes don't fit; PDF417 of correction level \(level) holds about \(max(bytes, 0)) such bytes"
            )
        }
        let size = try sizing.size(forCodewords: needed)
        let dataCount = size.codewordCount - checkCount
        let padding = [Int](repeating: 900, count: dataCount - 1 - words.count)
        return try PDF417Symbol.grid(codewords: [dataCount] + words + padding, size: size)
    }

    private func usedLevel(wordCount: Int) throws(BarcodeRefusal) -> Int {
        if let level {
            guard (0...8).contains(level) else {
                throw BarcodeRefusal(.correctionLevel, "there is no level \(level); use 0 to 8, or leave it out")
            }
            return level
        }
        return switch wordCount {
        case ...40: 2
        case ...160: 3
        case ...320: 4
        default: wordCount < PDF417Size.maximumCodewordCount - 64 ? 5 : 2
        }
    }
}
