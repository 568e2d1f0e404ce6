import CoreImage

/// Looks for faces so that rather too many are found than too few. Used by one thread at a time: each has its own.
struct FaceSearch {
    /// How thoroughly to look.
    struct Thoroughness: Sendable {
        /// Large steps from size to size, and no profiles.
        var isFast = false
        /// The least size of a face, as a fraction of the picture's shorter side.
        var least = 0.04
        /// Angles to look at, 30° apart.
        var angles = 3
    }

    private let detector: CIDetector

    /// - Throws: `CIDetectionError` where the engine or its cascades aren't there.
    init(_ thoroughness: Thoroughness, context: CIContext) throws {
        detector = try CIDetector(
            checkingType: CIDetectorTypeFace, context: context,
            options: [
                CIDetectorAccuracy: thoroughness.isFast ? CIDetectorAccuracyLow : CIDetectorAccuracyHigh,
                CIDetectorMinFeatureSize: thoroughness.least, CIDetectorNumberOfAngles: thoroughness.angles,
            ])
    }

    /// The faces in a picture that is the right way up, from the left to the right.
    func faces(in picture: CIImage) throws -> [CIFaceFeature] {
        try detector.detectedFeatures(in: picture).compactMap { $0 as? CIFaceFeature }
            .sorted { ($0.bounds.minX, $0.bounds.minY) < ($1.bounds.minX, $1.bounds.minY) }
    }
}
