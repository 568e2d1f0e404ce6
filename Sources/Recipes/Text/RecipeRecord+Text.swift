import Foundation

extension RecipeRecord {
    /// Reads the fields from a dictionary.
    ///
    /// - Throws: `CIRecipeError.malformed` for keys that the part doesn't have.
    mutating func decodeFields(from decoder: any Decoder) throws {
        var reader = TextFieldReader(fields: try decoder.fields(TextKeyList(of: self).keys))
        try visitFields(&reader)
    }

    /// Writes the fields into a dictionary.
    func encodeFields(to encoder: any Encoder) throws {
        var writer = TextFieldWriter(fields: encoder.container(keyedBy: TextKey.self))
        var copy = self
        try copy.visitFields(&writer)
    }
}

extension RecipeBitmap: Codable {
    package init(from decoder: any Decoder) throws {
        self = .blank
        try decodeFields(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }
}

extension RecipeUnit: Codable {
    package init(from decoder: any Decoder) throws {
        self = .blank
        try decodeFields(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }
}

extension VersionRequirement: Codable {
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let requirement = VersionRequirement(text) else {
            throw decoder.malformed(
                "\(CIRecipeError.quoted(text)) names no versions; write 1.2, 1.2..<1.5 or 1.2...1.5")
        }
        self = requirement
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
