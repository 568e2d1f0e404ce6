import CoreImage

/// The features to detect in pictures, and options for the detection.
package struct PictureSearch {
    /// The kinds of features, in the order of the report.
    private let kinds: [FeatureKind]
    /// Whether speed has priority over thoroughness.
    private let isFast: Bool
    /// The minimum size of a feature, as a fraction of the picture's shorter side. Nil for the detectors' defaults.
    private let least: Double?
    /// The number of angles at which faces are detected.
    private let angles: Int

    package init(kinds: [FeatureKind], isFast: Bool, least: Double?, angles: Int) {
        (self.kinds, self.isFast, self.least, self.angles) = (kinds, isFast, least, angles)
    }

    /// Returns the features of each kind.
    func features(in image: CIImage) throws -> [(kind: FeatureKind, found: [FeatureDescription])] {
        // One context for all detectors shares its memory between them.
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
