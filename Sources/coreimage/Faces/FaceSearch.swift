import CoreImage

/// Detects faces with a preference for false positives over misses. For use on one thread at a time.
struct FaceSearch {
    /// The thoroughness of the search.
    struct Thoroughness: Sendable {
        /// Whether to use large steps between face sizes and to omit profiles.
        var isFast = false
        /// The minimum size of a face, as a fraction of the picture's shorter side, 0.02 to 0.5.
        var least = 0.02
        /// The number of angles to search, 30° apart.
        var angles = 3
    }

    private let detector: CIDetector

    /// Creates a search.
    ///
    /// - Throws: `CIDetectionError` if the engine or its cascades are missing.
    init(_ thoroughness: Thoroughness, context: CIContext) throws {
        detector = try CIDetector(
            checkingType: CIDetectorTypeFace, context: context,
            options: [
                CIDetectorAccuracy: thoroughness.isFast ? CIDetectorAccuracyLow : CIDetectorAccuracyHigh,
                CIDetectorMinFeatureSize: max(thoroughness.least / (1 + 2 * Self.surroundings), 0.01),
                CIDetectorNumberOfAngles: thoroughness.angles,
            ])
    }

    /// The border by which pictures are extended, as a fraction of the shorter side. Without it the detector misses
    /// faces at the edges.
    private static let surroundings = 0.1

    /// Returns the faces in an upright picture, from left to right. The bounds of a face at an edge may extend beyond
    /// the picture.
    func faces(in picture: CIImage) throws -> [CIFaceFeature] {
        let frame = picture.extent
        let reach = (Self.surroundings * min(frame.width, frame.height)).rounded()
        let continued = picture.clampedToExtent().cropped(to: frame.insetBy(dx: -reach, dy: -reach))
        return try detector.detectedFeatures(in: continued).compactMap { $0 as? CIFaceFeature }
            .filter { $0.bounds.intersects(frame) }
            .sorted { ($0.bounds.minX, $0.bounds.minY) < ($1.bounds.minX, $1.bounds.minY) }
    }
}
