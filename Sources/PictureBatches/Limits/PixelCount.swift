/// A number of pixels, as in `--pixel-limit`, with the suffix K, M or G for a thousand, a million or a billion.
package struct PixelCount: Equatable, Sendable {
    /// At least 1.
    package let pixels: Int

    /// Creates a number of at least 1.
    package init(pixels: Int) { self.pixels = max(1, pixels) }

    /// Returns the number for an argument, or nil for other texts.
    package init?(argument: String) {
        var digits = argument.uppercased()[...]
        var factor = 1.0
        if let last = digits.last, let found = ["K": 1e3, "M": 1e6, "G": 1e9][last] {
            (factor, digits) = (found, digits.dropLast())
        }
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits),
            (1..<0x1p62).contains(number * factor)
        else { return nil }
        pixels = Int(number * factor)
    }
}
