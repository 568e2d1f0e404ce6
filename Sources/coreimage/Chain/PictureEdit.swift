import CoreImage

/// The operation on each picture. It is parsed once for all pictures.
enum PictureEdit {
    /// The picture isn't changed.
    case nothing
    case filters([ChainStep])
    case recipe(UsedRecipe)

    /// Returns the result for a picture, or without a picture if the first filter generates one.
    ///
    /// - Parameter notes: Prints notes about values for the user.
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
