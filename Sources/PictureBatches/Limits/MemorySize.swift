import CommandOutput

/// A number of bytes, as in `--memory`, with the suffix K, M, G or T for powers of 1024.
package struct MemorySize: Equatable, Sendable {
    /// At least 1.
    package let bytes: Int

    /// The smallest useful value, in bytes: rendering keeps a few strips of rows, and a tile on each core.
    static let least = 16 << 20

    /// Checks that the memory is enough for a number of pictures at a time.
    ///
    /// - Throws: `UsageError`.
    package func check(pictures count: Int = 1) throws(UsageError) {
        guard bytes / count < Self.least else { return }
        let given = bytes == 1 ? "1 byte is" : "\(bytes) bytes are"
        throw UsageError(
            count == 1
                ? "--memory: \(given) too little; give at least 16M"
                : "--memory: \(given) too little for \(count) pictures at a time; give at least 16M for each")
    }

    /// Creates a size of at least 1 byte.
    package init(bytes: Int) { self.bytes = max(1, bytes) }

    /// Returns the size for an argument, or nil for other texts.
    package init?(argument: String) {
        var digits = argument.uppercased()[...]
        for ending in ["IB", "B"] where digits.hasSuffix(ending) {
            digits = digits.dropLast(ending.count)
            break
        }
        let powers: [Character: Int] = ["K": 10, "M": 20, "G": 30, "T": 40]
        var power = 0
        if let last = digits.last, let found = powers[last] {
            (power, digits) = (found, digits.dropLast())
        }
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits),
            let bytes = Int(exactly: (number * Double(1 << power)).rounded(.down)), bytes > 0
        else { return nil }
        self.bytes = bytes
    }
}
