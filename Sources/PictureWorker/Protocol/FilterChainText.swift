/// A job's chain of filters, in the words of `coreimage apply`.
package struct FilterChainText: Codable, Hashable, Sendable {
    /// The words behind `--`.
    package let words: [String]

    package init(words: [String]) { self.words = words }

    /// Reads a text, whose words are separated by spaces, or a list of words, which may contain spaces.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        } else if let list = try? container.decode([String].self) {
            words = list
        } else {
            throw RequestField.problem("a text, or a list of words, is expected", decoder.codingPath)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(words)
    }
}
