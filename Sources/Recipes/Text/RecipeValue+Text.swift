import CoreImageEssentials
import Foundation

/// Finite numbers, Booleans, strings and arrays are coded directly; other values as a dictionary whose key is the kind
/// of value.
extension RecipeValue: Codable {
    package init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= 4 * RecipeLimits.depth else {
            throw decoder.malformed("it is nested too deeply")
        }
        let single = try decoder.singleValueContainer()
        if let flag = try? single.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = try? single.decode(Double.self) {
            self = .number(number)
        } else if let text = try? single.decode(String.self) {
            self = .text(text)
        } else if var elements = try? decoder.unkeyedContainer() {
            var values: [RecipeValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(RecipeValue.self)) }
            self = .array(values)
        } else {
            try self.init(fieldsOf: decoder)
        }
    }

    private static let kinds = TextKinds<RecipeValue>()
    /// The key of a dictionary that means no value.
    private static let nothing: TextKey = "nothing"

    private init(fieldsOf decoder: any Decoder) throws {
        let fields = try decoder.fields(Self.kinds.keys + [Self.nothing])
        let isNothing = fields.contains(Self.nothing)
        let kinds = fields.allKeys.compactMap { Self.kinds.byKey[$0.stringValue] }
        guard kinds.count + (isNothing ? 1 : 0) == 1 else {
            throw decoder.malformed("one key must say what the value is")
        }
        self.init(blank: kinds.first ?? Kind.none)
        var reader = TextFieldReader(fields: fields)
        try visitFields(&reader)
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .number(let number) where number.isFinite:
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .boolean(let flag):
            var container = encoder.singleValueContainer()
            try container.encode(flag)
        case .text(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .none:
            var fields = encoder.container(keyedBy: TextKey.self)
            try fields.encode(true, forKey: Self.nothing)
        default: try encodeFields(to: encoder)
        }
    }
}
