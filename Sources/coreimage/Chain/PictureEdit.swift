import CoreImage

/// What is done to each picture, read once for all of them.
enum PictureEdit {
    /// The picture stays as it is.
    case nothing
    case filters([ChainStep])
    case recipe(UsedRecipe)

    /// The result for a picture, or for none where the first filter makes an image.
    ///
    /// - Parameter notes: Takes what the user should know about values.
    func result(of source: CIImage?, _ pictures: PictureOptions, _ notes: DistinctNotes) throws -> CIImage {
        switch self {
        case .nothing:
            guard let source else { throw ChainSyntaxError.noFilter }
            return source
        case .filters(let steps):
            return try ChainBuilder(input: source, pictures: pictures, notes: notes).image(for: steps)
        case .recipe(let recipe): return try recipe.image(of: source)
        }
    }
}
