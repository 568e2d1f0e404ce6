import Pixels

/// The adjustments that are wanted, one after the other: each sees the picture as the ones before leave it.
struct AutoAdjustmentChain {
    private let options: AutoAdjustmentOptions
    /// What happens where faces can't be looked for.
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

    /// Colours before tones, in the order of the guide; white balance is an addition, for pictures without faces.
    private static let enhancements: [any AutoAdjustment & Sendable] = [
        FaceBalanceAdjustment(), WhiteBalanceAdjustment(), VibranceAdjustment(), ToneCurveAdjustment(),
        ShadowAdjustment(),
    ]

    /// - Throws: `RenderingError` where the image can't be looked at; what `facesFailed` throws; `WorkMeter.Stopped`.
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
                // Engines that look for faces can't be stopped.
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
