import CoreImageEssentials
import Foundation

/// A number in a recipe's text format. `nan`, `inf` and `-inf` are strings, because JSON has no such numbers.
struct TextNumber: Codable {
    let value: Double

    init(_ value: Double) { self.value = value }

    /// Stores the shortest decimal number that rounds to this float.
    init(_ value: Float) { self.value = Double(value.description) ?? Double(value) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            guard let number = ["nan": Double.nan, "inf": .infinity, "-inf": -.infinity][text] else {
                throw decoder.malformed(
                    "\(CIRecipeError.quoted(text)) is not a number; write a number, nan, inf or -inf")
            }
            value = number
        } else {
            value = try container.decode(Double.self)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if value.isFinite { return try container.encode(value) }
        try container.encode(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    }
}

extension Double {
    typealias TextForm = TextNumber

    init(textForm: TextNumber) { self = textForm.value }
    var textForm: TextNumber { TextNumber(self) }
}
