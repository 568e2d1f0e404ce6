/// A job's stored recipe: the path of its file, or the recipe itself.
package enum RecipeSource: Codable, Hashable, Sendable {
    case file(String)
    case inline(JSONValue)

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let path = try? container.decode(String.self) {
            self = .file(try RequestField.path(path, decoder.codingPath))
            return
        }
        let value = try container.decode(JSONValue.self)
        guard case .object = value else {
            throw RequestField.problem("a path, or a recipe as an object, is expected", decoder.codingPath)
        }
        self = .inline(value)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .file(let path): try container.encode(path)
        case .inline(let value): try container.encode(value)
        }
    }
}
