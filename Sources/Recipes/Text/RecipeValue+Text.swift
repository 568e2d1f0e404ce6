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

    private init(fieldsOf decoder: any Decoder) throws {
        let fields = try decoder.fields(
            "step", "number", "vector", "color", "colorSpace", "transform", "data", "space", "dictionary", "object",
            "fields",
            "nothing")
        let kinds = fields.allKeys.map(\.stringValue).filter { !["colorSpace", "fields"].contains($0) }
        guard kinds.count == 1 else { throw decoder.malformed("one key must say what the value is") }
        switch kinds[0] {
        case "step": self = .image(try fields.decode(Int.self, forKey: "step"))
        case "number": self = .number(try fields.decode(TextNumber.self, forKey: "number").value)
        case "vector": self = .vector(try fields.decode([TextNumber].self, forKey: "vector").map(\.value))
        case "color":
            self = .color(
                RecipeColor(
                    components: try fields.decode([TextNumber].self, forKey: "color").map(\.value),
                    colorSpace: try fields.decodeIfPresent(RecipeColorSpace.self, forKey: "colorSpace")))
        case "transform": self = .transform(try fields.decode(TextTransform.self, forKey: "transform").value)
        case "data": self = .data(try fields.decode(Data.self, forKey: "data"))
        case "space": self = .colorSpace(try fields.decode(RecipeColorSpace.self, forKey: "space"))
        case "dictionary":
            self = .dictionary(try fields.decode(TextFields.self, forKey: "dictionary").inputs)
        case "object":
            self = .object(
                try fields.decode(String.self, forKey: "object"),
                try fields.decode(TextFields.self, forKey: "fields").inputs)
        default: self = RecipeValue.none
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .number(let number) where number.isFinite:
            var container = encoder.singleValueContainer()
            return try container.encode(number)
        case .boolean(let flag):
            var container = encoder.singleValueContainer()
            return try container.encode(flag)
        case .text(let text):
            var container = encoder.singleValueContainer()
            return try container.encode(text)
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
            return
        default: break
        }
        var fields = encoder.container(keyedBy: TextKey.self)
        switch self {
        case .none: try fields.encode(true, forKey: "nothing")
        case .boolean, .text, .array: break
        case .number(let number): try fields.encode(TextNumber(number), forKey: "number")
        case .vector(let numbers): try fields.encode(numbers.map { TextNumber($0) }, forKey: "vector")
        case .color(let color):
            try fields.encode(color.components.map { TextNumber($0) }, forKey: "color")
            try fields.encodeIfPresent(color.colorSpace, forKey: "colorSpace")
        case .transform(let transform): try fields.encode(TextTransform(transform), forKey: "transform")
        case .data(let data): try fields.encode(data, forKey: "data")
        case .image(let step): try fields.encode(step, forKey: "step")
        case .colorSpace(let space): try fields.encode(space, forKey: "space")
        case .dictionary(let inputs): try fields.encode(TextFields(inputs: inputs), forKey: "dictionary")
        case .object(let name, let inputs):
            try fields.encode(name, forKey: "object")
            try fields.encode(TextFields(inputs: inputs), forKey: "fields")
        }
    }
}

/// Values by their keys. They are decoded in alphabetical order, because dictionaries are unordered.
struct TextFields: Codable {
    let inputs: [RecipeInput]

    init(inputs: [RecipeInput]) { self.inputs = inputs }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        inputs = try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
            RecipeInput(key: key.stringValue, value: try container.decode(RecipeValue.self, forKey: key))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for input in inputs { try container.encode(input.value, forKey: TextKey(stringValue: input.key)) }
    }
}
