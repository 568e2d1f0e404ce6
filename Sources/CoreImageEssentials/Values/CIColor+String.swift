import Foundation

extension CIColor {
    /// Creates an sRGB colour from text such as `0.5 0.7 0.3 1`: red, green, blue and optionally alpha, separated by
    /// spaces or commas. Alpha is 1 by default.
    ///
    /// Malformed text gives transparent black and a message in the log. `init(parsing:)` throws the error instead.
    public convenience init(string representation: String) {
        do {
            try self.init(parsing: representation)
        } catch {
            logError(error)
            self.init(red: 0, green: 0, blue: 0, alpha: 0)
        }
    }

    /// Creates an sRGB colour from text such as `0.5 0.7 0.3 1`.
    ///
    /// The throwing variant of `init(string:)`.
    ///
    /// - Throws: `CIError.malformedText`, which names the part that isn't a number, or the required form if the count
    ///   is wrong.
    public convenience init(parsing representation: String) throws {
        let parts = try Self.parts(of: representation)
        self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
    }

    /// Red, green, blue and alpha separated by spaces, such as `0.5 0.7 0.3 1`. `init(string:)` reads it, but as an
    /// sRGB colour: the space isn't part of the text.
    public var stringRepresentation: String {
        [red, green, blue, alpha].map(NumberText.text(of:)).joined(separator: " ")
    }

    static func parts(of text: String) throws -> [CGFloat] {
        let example = "0.5 0.7 0.3 1"
        let numbers = try NumberText.numbers(in: text, of: "CIColor", example: example)
        switch numbers.count {
        case 3: return numbers + [1]
        case 4: return numbers
        default: throw CIError.malformedText(type: "CIColor", text: text, part: nil, example: example)
        }
    }
}
