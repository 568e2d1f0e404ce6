import Foundation

extension CIVector {
    /// Creates a vector from text such as `[0.5 0.25 1]`: numbers separated by spaces or commas. The brackets are
    /// optional.
    ///
    /// Malformed text gives an empty vector and a message in the log. `init(parsing:)` throws the error instead.
    public convenience init(string representation: String) {
        do {
            try self.init(parsing: representation)
        } catch {
            logError(error)
            self.init(components: [])
        }
    }

    /// Creates a vector from text such as `[0.5 0.25 1]`: numbers separated by spaces or commas. The brackets are
    /// optional.
    ///
    /// The throwing variant of `init(string:)`.
    ///
    /// - Throws: `CIError.malformedText`, which names the first part that isn't a number.
    public convenience init(parsing representation: String) throws {
        self.init(components: try Self.numbers(in: representation))
    }

    /// The numbers in brackets, separated by spaces, such as `[0.5 0.25 1]`. `init(string:)` reads the same numbers
    /// from it.
    public var stringRepresentation: String {
        "[" + components.map(NumberText.text(of:)).joined(separator: " ") + "]"
    }

    static func numbers(in text: String) throws -> [CGFloat] {
        var inner = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if inner.hasPrefix("["), inner.hasSuffix("]"), inner.count >= 2 { inner = String(inner.dropFirst().dropLast()) }
        return try NumberText.numbers(in: inner, of: "CIVector", example: "[0.5 0.25 1]")
    }
}
