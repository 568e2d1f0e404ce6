/// Coded as a dictionary. The fields are decoded in alphabetical order, because dictionaries are unordered.
extension RecipeFields: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        fields = try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
            RecipeField(key: key.stringValue, value: try container.decode(RecipeValue.self, forKey: key))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for field in fields { try container.encode(field.value, forKey: TextKey(stringValue: field.key)) }
    }
}
