import Foundation
import Rendering

extension CIImage {
    /// Filters that improve the image, with their inputs set; none where nothing would help.
    ///
    /// ```swift
    /// var picture = image
    /// for filter in image.autoAdjustmentFilters(options: [.level: true]) {
    ///     filter.setValue(picture, forKey: kCIInputImageKey)
    ///     picture = filter.outputImage ?? picture
    /// }
    /// ```
    ///
    /// Enhancement balances colours by skin (`CIFaceBalance`) or, in pictures without faces, by strong evidence of a cast
    /// (`CITemperatureAndTint`); strengthens dull colours and calms exaggerated ones (`CIVibrance`); puts black, white and the middle
    /// tones where they belong (`CIToneCurve`); and lifts blocked-up shadows (`CIHighlightShadowAdjust`). Each filter is there only where
    /// the image lies outside what good pictures show, and all of them are one pass over its pixels. <doc:EnhancingPictures> has the
    /// rules.
    ///
    /// A small copy of the image is rendered and looked at: its histogram, its faces, and the properties that come with it.
    /// `CIRecipe(filters:)` stores the filters, to be used again without looking. Reasons why something couldn't be looked at are written
    /// to the log, and the filters that don't need it are returned: see `checkedAutoAdjustmentFilters(options:)`.
    ///
    /// - Parameter options: What is wanted, and which way up the image is: when `CIDetectorImageOrientation` is left out, the image's
    ///   properties tell.
    public func autoAdjustmentFilters(options: [CIImageAutoAdjustmentOption: Any]? = nil) -> [CIFilter] {
        let options = AutoAdjustmentOptions(options ?? [:])
        for refusal in options.refusals { logRefusal(refusal) }
        do {
            return try AutoAdjustmentChain(options: options) { logRefusal($0) }.filters(for: self)
        } catch {
            logRefusal(error)
            return []
        }
    }

    /// Filters that improve the image: the throwing twin of `autoAdjustmentFilters(options:)`.
    ///
    /// - Throws: `CIDetectionError` where faces are wanted and can't be looked for; `RenderingError` where the image is infinite, empty or
    ///   can't be rendered; `CIError.malformedOption` or `CIError.unknownOption` for the first option that can't be used.
    public func checkedAutoAdjustmentFilters(options: [CIImageAutoAdjustmentOption: Any]? = nil) throws -> [CIFilter] {
        let options = AutoAdjustmentOptions(options ?? [:])
        if let refusal = options.refusals.first { throw refusal }
        return try AutoAdjustmentChain(options: options) { throw $0 }.filters(for: self)
    }
}
