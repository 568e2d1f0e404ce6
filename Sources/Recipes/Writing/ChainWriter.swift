import CoreImageEssentials
import Foundation

/// Writes filters as a chain.
struct ChainWriter {
    private var writer: RecipeWriter
    private var last: Int?

    init(context: any RecipeWritingContext) { writer = RecipeWriter(context: context) }

    /// The recipe written so far.
    package var recipe: ImageRecipe {
        var writer = writer
        return writer.recipe(endingWith: last ?? 0)
    }

    /// Appends a filter.
    ///
    /// - Parameter replacingImage: Whether its `inputImage` is replaced by the result of the previous filter, or by the
    ///   placeholder for the first.
    mutating func append(_ filter: CIFilter, replacingImage: Bool) throws {
        if let error = filter.inputError { throw error }
        guard FilterRegistry.shared.entry(named: filter.name) != nil else {
            throw CIRecipeError.unwritable(
                subject: filter.name, reason: "the filter isn't registered; register it with CIFilter.registerName")
        }
        let takesImage = filter.inputKeys.contains(kCIInputImageKey)
        guard takesImage || last == nil else {
            throw CIRecipeError.notAChain(
                reason: "\(filter.name) takes no inputImage, so that it can only be the first filter")
        }
        var input: RecipeField?
        if takesImage, replacingImage {
            let place = try last ?? writer.append(.image(name: CIRecipe.imageName))
            input = RecipeField(key: kCIInputImageKey, value: .image(place))
        }
        let provenance = FilterProvenance(of: filter)
        for (key, value) in zip(provenance.keys, provenance.values) where key != input?.key {
            if let image = value as? CIImage { _ = try writer.write(image) }
        }
        last = try writer.append(.filter(try writer.filter(provenance, replacing: input)))
    }
}
