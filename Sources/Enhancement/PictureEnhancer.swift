import CommandOutput
import CoreImage

/// Finds adjustments that improve a picture. Thread-safe.
package struct PictureEnhancer: Sendable {
    /// Whether to repair red eyes. This needs face detection.
    private let repairsRedEyes: Bool
    /// Whether to improve skin, colours and tone.
    private let enhances: Bool
    /// Whether to straighten the picture.
    private let levels: Bool
    /// Whether to crop the picture around its faces.
    private let crops: Bool

    package init(repairsRedEyes: Bool, enhances: Bool, levels: Bool, crops: Bool) {
        (self.repairsRedEyes, self.enhances, self.levels, self.crops) = (repairsRedEyes, enhances, levels, crops)
    }

    /// Returns the adjustments for a picture. If faces can't be detected, a note is printed, and adjustments that don't
    /// need faces are returned.
    ///
    /// - Parameter notes: Prints notes for the user.
    /// - Throws: `CIDetectionError` if faces can't be detected and the requested adjustments need them.
    package func filters(for source: CIImage, notes: DistinctNotes) throws -> [CIFilter] {
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

    /// Returns the picture with the filters applied.
    package func image(of source: CIImage, through filters: [CIFilter]) throws -> CIImage {
        try filters.reduce(source) { image, filter in
            filter.setValue(image, forKey: kCIInputImageKey)
            return try filter.renderableOutput()
        }
    }

    /// Returns a recipe of the filters. If there are none, the recipe returns pictures unchanged.
    package func recipe(of filters: [CIFilter], for source: CIImage) throws -> CIRecipe {
        try filters.isEmpty
            ? CIRecipe(source, placeholders: [CIRecipe.imageName: source]) : CIRecipe(filters: filters)
    }
}
