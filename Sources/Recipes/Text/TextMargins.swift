import CoreImageEssentials
import Foundation

/// The margins of a region in a recipe's text format: dx and dy.
struct TextMargins: Codable {
    let value: RegionMargins

    init(_ value: RegionMargins) { self.value = value }

    init(from decoder: any Decoder) throws {
        let numbers = try decoder.singleValueContainer().decode([Double].self)
        guard numbers.count == 2 else { throw decoder.malformed("an inset is dx and dy") }
        value = RegionMargins(dx: CGFloat(numbers[0]), dy: CGFloat(numbers[1]))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([Double(value.dx), Double(value.dy)])
    }
}

extension RegionMargins {
    typealias TextForm = TextMargins

    init(textForm: TextMargins) { self = textForm.value }
    var textForm: TextMargins { TextMargins(self) }
}
