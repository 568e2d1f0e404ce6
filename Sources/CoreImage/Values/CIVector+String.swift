import Foundation

extension CIVector {
    /// A vector from text such as `[0.5 0.25 1]`: numbers apart by spaces or commas, the brackets optional.
    ///
    /// Text that can't be read gives an empty vector and a message in the log; `init(parsing:)` throws the reason
    /// instead.
    public convenience init(string representation: String) {
        do {
            try self.init(parsing: representation)
        } catch {
            logRefusal(error)
            self.init(components: [])
        }
    }

    /// A vector from text such as `[0.5 0.25 1]`: numbers apart by spaces or commas, the brackets optional.
    ///
    /// - Throws: `CIError.malformedText` that names the first part which is no number.
    public convenience init(parsing representation: String) throws {
        self.init(components: try Self.numbers(in: representation))
    }

    /// The numbers in brackets, apart by spaces: `[0.5 0.25 1]`. `init(string:)` reads it back to the same numbers.
    public var stringRepresentation: String {
        "[" + components.map(NumberText.text(of:)).joined(separator: " ") + "]"
    }

    static func numbers(in text: String) throws -> [CGFloat] {
        var inner = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if inner.hasPrefix("["), inner.hasSuffix("]"), inner.count >= 2 { inner = String(inner.dropFirst().dropLast()) }
        return try NumberText.numbers(in: inner, of: "CIVector", example: "[0.5 0.25 1]")
    }
}
