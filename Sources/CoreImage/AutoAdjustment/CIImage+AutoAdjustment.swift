import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation
import Rendering

extension CIImage {
    /// Returns filters that improve the image, with their inputs set; empty if none would.
    ///
    /// ```swift
    /// var picture = image
    /// for filter in image.autoAdjustmentFilters(options: [.level: true]) {
    ///     filter.setValue(picture, forKey: kCIInputImageKey)
    ///     picture = filter.outputImage ?? picture
    /// }
    /// ```
    ///
    /// Enhancement has four steps. It corrects the colour balance by the colour of skin (`CIFaceBalance`) or, in
    /// pictures without faces, if there is strong evidence of a colour cast (`CITemperatureAndTint`). It strengthens
    /// dull colours and reduces exaggerated ones (`CIVibrance`). It adjusts black, white and the middle tones
    /// (`CIToneCurve`). It lightens blocked shadows (`CIHighlightShadowAdjust`). A filter is included only if the image
    /// lies outside the range of good pictures, and all filters together take one pass over the pixels.
    /// <doc:EnhancingPictures> documents the rules.
    ///
    /// The filters are chosen from a small rendered copy of the image, its faces and its properties.
    /// `CIRecipe(filters:)` stores the filters, so that they can be applied later without another analysis. If part of
    /// the analysis fails, the reason is logged, and the filters that don't depend on it are returned; see
    /// `checkedAutoAdjustmentFilters(options:)`.
    ///
    /// - Parameter options: The adjustments wanted, and the image's orientation. If `CIDetectorImageOrientation` isn't
    ///   set, the orientation is taken from the image's properties.
    public func autoAdjustmentFilters(options: [CIImageAutoAdjustmentOption: Any]? = nil) -> [CIFilter] {
        let options = AutoAdjustmentOptions(options ?? [:])
        for refusal in options.refusals { logError(refusal) }
        do {
            return try AutoAdjustmentChain(options: options) { logError($0) }.filters(for: self)
        } catch {
            logError(error)
            return []
        }
    }

    /// Returns filters that improve the image, like `autoAdjustmentFilters(options:)`, but throws errors.
    ///
    /// - Throws: `CIDetectionError` if faces are needed and can't be detected; `RenderingError` if the image is
    ///   infinite or empty, or can't be rendered; `CIError.malformedOption` or `CIError.unknownOption` for the first
    ///   invalid option.
    public func checkedAutoAdjustmentFilters(options: [CIImageAutoAdjustmentOption: Any]? = nil) throws -> [CIFilter] {
        let options = AutoAdjustmentOptions(options ?? [:])
        if let refusal = options.refusals.first { throw refusal }
        return try AutoAdjustmentChain(options: options) { throw $0 }.filters(for: self)
    }
}
