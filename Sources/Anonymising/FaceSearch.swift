import CoreImage
import Foundation

/// Detects faces with a preference for false positives over misses. For use on one thread at a time.
package struct FaceSearch {
    /// The thoroughness of the search.
    package struct Thoroughness: Sendable {
        /// Whether to use large steps between face sizes and to omit profiles.
        package var isFast: Bool
        /// The minimum size of a face, as a fraction of the picture's shorter side, 0.02 to 0.5.
        package var least: Double
        /// The number of angles to search, 30° apart.
        package var angles: Int

        package init(isFast: Bool = false, least: Double = 0.02, angles: Int = 3) {
            (self.isFast, self.least, self.angles) = (isFast, least, angles)
        }
    }

    /// The detectors, the most accurate first.
    private let detectors: [CIDetector]

    /// Creates a search.
    ///
    /// - Throws: `CIDetectionError` if the engine or its cascades are missing.
    package init(_ thoroughness: Thoroughness, context: CIContext) throws {
        // The accurate detector misses some faces that the fast one finds: its copy of the picture has another size,
        // and cascades are sensitive to that. Running the fast one too adds an eighth to the time.
        let accuracies =
            thoroughness.isFast ? [CIDetectorAccuracyLow] : [CIDetectorAccuracyHigh, CIDetectorAccuracyLow]
        detectors = try accuracies.map { accuracy in
            try CIDetector(
                checkingType: CIDetectorTypeFace, context: context,
                options: [
                    CIDetectorAccuracy: accuracy,
                    CIDetectorMinFeatureSize: max(thoroughness.least / (1 + 2 * Self.surroundings), 0.01),
                    CIDetectorNumberOfAngles: thoroughness.angles,
                ])
        }
    }

    /// The border by which pictures are extended, as a fraction of the shorter side. Without it the detector misses
    /// faces at the edges.
    private static let surroundings = 0.1

    /// Returns the faces in an upright picture, from left to right. The bounds of a face at an edge may extend beyond
    /// the picture.
    package func faces(in picture: CIImage) throws -> [CIFaceFeature] {
        let frame = picture.extent
        let reach = (Self.surroundings * min(frame.width, frame.height)).rounded()
        let continued = picture.clampedToExtent().cropped(to: frame.insetBy(dx: -reach, dy: -reach))
        return try detectors.reduce([CIFaceFeature]()) { faces, detector in
            let found = try detector.detectedFeatures(in: continued).compactMap { $0 as? CIFaceFeature }
            return Self.merging(faces, with: found) { $0.bounds }
        }
        .filter { $0.bounds.intersects(frame) }
        .sorted { ($0.bounds.minX, $0.bounds.minY) < ($1.bounds.minX, $1.bounds.minY) }
    }

    /// Returns all of `faces`, and those of `others` that aren't among them.
    ///
    /// Two finds are the same face if their centres are closer than half the width of the larger one, which is also the
    /// rule by which a detector merges its own finds.
    static func merging<Face>(_ faces: [Face], with others: [Face], bounds: (Face) -> CGRect) -> [Face] {
        faces
            + others.filter { other in
                let b = bounds(other)
                return !faces.contains { face in
                    let a = bounds(face)
                    return hypot(a.midX - b.midX, a.midY - b.midY) < 0.5 * max(a.width, b.width)
                }
            }
    }
}
