import BuiltInFilters
import CoreImageEssentials
import Detection
import Pixels

/// Applies the requested adjustments in order. Each analyses the picture as adjusted by the previous ones.
struct AutoAdjustmentChain {
    private let options: AutoAdjustmentOptions
    /// Called if face detection fails; may throw.
    private let facesFailed: (any Error) throws -> Void

    init(options: AutoAdjustmentOptions, facesFailed: @escaping (any Error) throws -> Void) {
        (self.options, self.facesFailed) = (options, facesFailed)
    }

    private var adjustments: [any AutoAdjustment] {
        var adjustments: [any AutoAdjustment] = []
        if options.repairsRedEyes { adjustments.append(RedEyeAdjustment()) }
        if options.enhances { adjustments += Self.enhancements }
        if options.levels { adjustments.append(LevelAdjustment()) }
        if options.crops { adjustments.append(CropAdjustment()) }
        return adjustments
    }

    /// Colours are adjusted before tones, in the order of Apple's Core Image Programming Guide. White balance, for
    /// pictures without faces, is an addition.
    private static let enhancements: [any AutoAdjustment & Sendable] = [
        FaceBalanceAdjustment(), WhiteBalanceAdjustment(), VibranceAdjustment(), ToneCurveAdjustment(),
        ShadowAdjustment(),
    ]

    /// Returns the filters of all adjustments.
    ///
    /// - Throws: `RenderingError` if the image can't be analysed; the errors of `facesFailed`; `WorkMeter.Stopped`.
    func filters(for image: CIImage) throws -> [CIFilter] {
        let adjustments = adjustments
        if adjustments.isEmpty { return [] }
        var picture = try AnalyzedPicture(image, options: options)
        var filters: [CIFilter] = []
        var knowsFaces = false
        for adjustment in adjustments {
            try WorkMeter.check()
            if adjustment.looksAtFaces, !knowsFaces {
                knowsFaces = true
                do { try picture.findFaces() } catch { try facesFailed(error) }
                // Face detection can't be interrupted, so the deadline is checked afterwards.
                try WorkMeter.check()
            }
            let added = try adjustment.filters(for: picture)
            if added.isEmpty { continue }
            picture = try picture.filtered(by: added)
            filters += added
        }
        return filters
    }
}
