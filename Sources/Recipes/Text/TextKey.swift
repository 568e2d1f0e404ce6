import CoreImageEssentials

/// A key of a recipe's text format. It accepts any string, so that unknown keys can be detected and refused.
struct TextKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Returns the dictionary at this place, whose keys must be among `known`.
    ///
    /// - Throws: `CIRecipeError.malformed` for other keys, because ignoring a misspelt key would change the picture
    ///   silently.
    func fields(_ known: [TextKey]) throws -> KeyedDecodingContainer<TextKey> {
        let container = try container(keyedBy: TextKey.self)
        for key in container.allKeys where !known.contains(where: { $0.stringValue == key.stringValue }) {
            throw malformed(
                "\(CIRecipeError.quoted(key.stringValue)) is not known here; known are "
                    + known.map(\.stringValue).joined(separator: ", "))
        }
        return container
    }

    /// Returns an error with this decoder's place.
    func malformed(_ reason: String) -> CIRecipeError {
        .malformed(place: CIRecipeError.place(codingPath), reason: reason)
    }
}

extension CIRecipeError {
    /// Returns a place in the text format, such as `steps[3].inputs.inputRadius`.
    static func place(_ path: [any CodingKey]) -> String {
        var place = ""
        for key in path {
            if let index = key.intValue {
                place += "[\(index)]"
            } else {
                place += (place.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return place.isEmpty ? "its beginning" : place
    }
}
