import CoreImageEssentials
import Foundation

/// A rectangle in a recipe's text format: x, y, width and height, or `infinite` or `empty` (null).
struct TextRect: Codable {
    let value: CGRect

    init(_ value: CGRect) { self.value = value }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            guard let rect = ["infinite": CGRect.infinite, "empty": .null][text] else {
                throw decoder.malformed(
                    "\(CIRecipeError.quoted(text)) is no rectangle; write infinite, empty or numbers")
            }
            value = rect
        } else {
            let numbers = try decoder.singleValueContainer().decode([Double].self)
            guard numbers.count == 4 else { throw decoder.malformed("a rectangle is x, y, width and height") }
            value = CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if value.isNull { return try container.encode("empty") }
        if value.isInfinite { return try container.encode("infinite") }
        try container.encode([value.origin.x, value.origin.y, value.size.width, value.size.height].map(Double.init))
    }
}

extension CGRect {
    typealias TextForm = TextRect

    init(textForm: TextRect) { self = textForm.value }
    var textForm: TextRect { TextRect(self) }
}

extension RegionRect {
    typealias TextForm = TextRect

    init(textForm: TextRect) {
        let rect = textForm.value
        numbers = rect.isNull ? [] : [rect.minX, rect.minY, rect.width, rect.height]
    }

    var textForm: TextRect {
        guard numbers.count == 4 else { return TextRect(.null) }
        return TextRect(CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
}
