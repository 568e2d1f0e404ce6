import CoreImage

/// What is looked for in pictures, and how.
struct PictureSearch {
    /// Kinds of features, in the order in which they are reported.
    let kinds: [FeatureKind]
    /// Whether to look fast instead of thoroughly.
    let isFast: Bool
    /// Least size, as a fraction of the picture's shorter side; nil for the detectors' own.
    let least: Double?
    /// Angles to look for faces at.
    let angles: Int

    /// What was found of each kind.
    func features(in image: CIImage) throws -> [(kind: FeatureKind, found: [FeatureDescription])] {
        // One context, so that its memory serves all detectors.
        let context = CIContext()
        return try kinds.map { kind in
            var options = kind.options
            options[CIDetectorAccuracy] = isFast ? CIDetectorAccuracyLow : CIDetectorAccuracyHigh
            if let least { options[CIDetectorMinFeatureSize] = least }
            if kind == .faces { options[CIDetectorNumberOfAngles] = angles }
            if let orientation = image.properties[kCGImagePropertyOrientation] {
                options[CIDetectorImageOrientation] = orientation
            }
            let detector = try CIDetector(checkingType: kind.detectorType, context: context, options: options)
            return (kind, try detector.detectedFeatures(in: image).map(FeatureDescription.init))
        }
    }
}
