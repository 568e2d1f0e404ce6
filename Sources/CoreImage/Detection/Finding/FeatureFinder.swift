/// Finds features of one type in pictures. Any thread may ask.
protocol FeatureFinder: Sendable {
    /// How large a copy of the image to look at.
    func size(for options: DetectorOptions) -> DetectionSize

    /// What is found, the surest first.
    func features(in picture: DetectionPicture, options: DetectorOptions) throws -> [CIFeature]
}
