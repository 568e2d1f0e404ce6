import Foundation

/// The text form of numbers in vectors and colours. It doesn't depend on the locale.
enum NumberText {
    /// Returns the shortest text that reads back as the same number. Whole numbers have no fraction.
    static func text(of number: CGFloat) -> String {
        let value = Double(number)
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return String(value)
    }

    /// Returns the numbers in a text, which are separated by spaces or commas.
    static func numbers(in text: String, of type: String, example: String) throws -> [CGFloat] {
        try text.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map { part in
            guard let number = Double(part) else {
                throw CIError.malformedText(type: type, text: text, part: String(part), example: example)
            }
            return CGFloat(number)
        }
    }
}
