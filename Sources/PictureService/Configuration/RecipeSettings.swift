import PictureWorker

/// A recipe that has a name in addresses.
package struct RecipeSettings: Decodable, Sendable {
    /// The path of the stored recipe, until the configuration is loaded; then the recipe itself.
    package var recipe: RecipeSource?
    /// The chain of filters, if there is no stored recipe.
    package var chain: FilterChainText?
    /// The size of the result.
    package var size: ResultSize?
    /// The quality for lossy formats, 0 to 1.
    package var quality: Double?
    /// Whether metadata is left out.
    package var strips: Bool
    /// The formats of results, in order of preference. Nil for those of the service.
    package var formats: [ResultFormat]?
    /// The field `Cache-Control` of results. Nil for that of the service.
    package var cacheControl: String?

    private enum Key: String, CodingKey, CaseIterable {
        case recipe, chain, size, quality, strip, formats
        case cacheControl = "cache_control"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestField.container(of: decoder, Key.self, "a recipe such as {\"chain\": \"SepiaTone\"}")
        recipe = try fields.decodeIfPresent(RecipeSource.self, forKey: .recipe)
        chain = try fields.decodeIfPresent(FilterChainText.self, forKey: .chain)
        try RequestField.check(
            recipe == nil || chain == nil, "a recipe or a chain, not both", decoder.codingPath + [Key.recipe])
        size = try fields.decodeIfPresent(ResultSize.self, forKey: .size)
        quality = try fields.decodeIfPresent(Double.self, forKey: .quality)
        try RequestField.check(
            quality.map((0...1).contains) ?? true, "a number from 0 to 1", decoder.codingPath + [Key.quality])
        strips = try fields.decodeIfPresent(Bool.self, forKey: .strip) ?? true
        formats = try fields.decodeIfPresent([ResultFormat].self, forKey: .formats)
        try RequestField.check(
            formats.map { !$0.isEmpty } ?? true, "at least one format", decoder.codingPath + [Key.formats])
        cacheControl = try fields.text(.cacheControl)
    }
}
