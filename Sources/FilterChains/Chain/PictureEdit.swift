import CommandOutput
import CoreImage

/// The operation on each picture. It is parsed once for all pictures.
package enum PictureEdit: Sendable {
    /// The picture isn't changed.
    case nothing
    case filters([ChainStep])
    case recipe(UsedRecipe)

    /// Returns the result for a picture, or without a picture if the first filter generates one.
    ///
    /// - Parameters:
    ///   - images: Further pictures of a chain, which settings name as `@NAME`.
    ///   - opensFiles: Whether settings of a chain may name files.
    ///   - imageOptions: Options for opening pictures named in settings.
    ///   - notes: Prints notes about values for the user.
    package func result(
        of source: CIImage?, images: [String: CIImage] = [:], opensFiles: Bool = true,
        imageOptions: [CIImageOption: Any], notes: DistinctNotes
    ) throws -> CIImage {
        switch self {
        case .nothing:
            guard let source else { throw ChainSyntaxError.noFilter }
            return source
        case .filters(let steps):
            return try ChainBuilder(
                input: source, images: images, opensFiles: opensFiles, imageOptions: imageOptions, notes: notes
            ).image(for: steps)
        case .recipe(let recipe): return try recipe.image(of: source)
        }
    }
}
