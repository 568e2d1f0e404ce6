import CoreImage

/// Finds what would improve a picture. Thread-safe.
struct PictureEnhancer {
    /// Whether to repair red eyes, which only faces have.
    let repairsRedEyes: Bool
    /// Whether to improve skin, colours and tone.
    let enhances: Bool
    /// Whether to turn the picture level.
    let levels: Bool
    /// Whether to crop the picture around its faces.
    let crops: Bool
    /// Takes what the user should know.
    let notes: DistinctNotes

    /// The adjustments. Where no engine finds faces the others are made, and the reason is said.
    ///
    /// - Throws: `CIDetectionError` where nothing is wanted that goes without faces.
    func filters(for source: CIImage) throws -> [CIFilter] {
        var options: [CIImageAutoAdjustmentOption: Any] = [
            .redEye: repairsRedEyes, .enhance: enhances, .level: levels, .crop: crops,
        ]
        do { return try source.checkedAutoAdjustmentFilters(options: options) } catch let error as CIDetectionError {
            if !enhances || crops { throw error }
            notes.print("faces aren't looked for: \(error)")
            options[.features] = [CIFeature]()
            return try source.checkedAutoAdjustmentFilters(options: options)
        }
    }

    /// The picture through the filters.
    func image(of source: CIImage, through filters: [CIFilter]) throws -> CIImage {
        try filters.reduce(source) { image, filter in
            filter.setValue(image, forKey: kCIInputImageKey)
            return try filter.renderableOutput()
        }
    }

    /// The filters to be stored; for a picture that nothing would improve, a recipe that leaves pictures as they are.
    func recipe(of filters: [CIFilter], for source: CIImage) throws -> CIRecipe {
        try filters.isEmpty
            ? CIRecipe(source, placeholders: [CIRecipe.imageName: source]) : CIRecipe(filters: filters)
    }
}
