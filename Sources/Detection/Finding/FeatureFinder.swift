import CoreImageEssentials

/// Finds features of one type in pictures. Thread-safe.
protocol FeatureFinder: Sendable {
    /// Returns the size of the copy to analyse.
    func size(for options: DetectorOptions) -> DetectionSize

    /// Returns the features found, sorted by decreasing confidence.
    func features(in picture: DetectionPicture, options: DetectorOptions) throws -> [CIFeature]
}
