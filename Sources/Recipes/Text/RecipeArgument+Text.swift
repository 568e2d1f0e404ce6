import CoreImageEssentials
import Foundation

/// Coded as an array of numbers, or as a dictionary for a colour or an image.
extension RecipeArgument: Codable {
    private static let kinds = TextKinds<RecipeArgument>()

    package init(from decoder: any Decoder) throws {
        if let numbers = try? decoder.singleValueContainer().decode([TextNumber].self) {
            self = .numbers(numbers.map { Float($0.value) })
            return
        }
        let fields = try decoder.fields(Self.kinds.keys)
        self.init(blank: fields.contains("color") ? .color : .image)
        var reader = TextFieldReader(fields: fields)
        try visitFields(&reader)
    }

    package func encode(to encoder: any Encoder) throws {
        guard case .numbers(let numbers) = self else { return try encodeFields(to: encoder) }
        var container = encoder.singleValueContainer()
        try container.encode(numbers.map { TextNumber($0) })
    }
}
