import CoreImage

/// Looks for faces so that rather too many are found than too few. Used by one thread at a time: each has its own.
struct FaceSearch {
    /// How thoroughly to look.
    struct Thoroughness: Sendable {
        /// Large steps from size to size, and no profiles.
        var isFast = false
        /// The least size of a face, as a fraction of the picture's shorter side, 0.02 to 0.5.
        var least = 0.02
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
                CIDetectorMinFeatureSize: max(thoroughness.least / (1 + 2 * Self.surroundings), 0.01),
                CIDetectorNumberOfAngles: thoroughness.angles,
            ])
    }

    /// How far pictures are continued beyond their edges, as a fraction of the shorter side: detectors miss faces that are cut off there.
    private static let surroundings = 0.1

    /// The faces in a picture that is the right way up, from the left to the right. Bounds of those that the edge cuts off reach beyond it.
    func faces(in picture: CIImage) throws -> [CIFaceFeature] {
        let frame = picture.extent
        let reach = (Self.surroundings * min(frame.width, frame.height)).rounded()
        let continued = picture.clampedToExtent().cropped(to: frame.insetBy(dx: -reach, dy: -reach))
        return try detector.detectedFeatures(in: continued).compactMap { $0 as? CIFaceFeature }
            .filter { $0.bounds.intersects(frame) }
            .sorted { ($0.bounds.minX, $0.bounds.minY) < ($1.bounds.minX, $1.bounds.minY) }
    }
}
