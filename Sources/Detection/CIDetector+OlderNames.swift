import CoreImageEssentials

/// Older spellings, which older guides and code use.
extension CIDetector {
    /// Older spelling of `features(in:)`.
    @available(*, deprecated, renamed: "features(in:)")
    public func featuresInImage(_ image: CIImage) -> [CIFeature] { features(in: image) }

    /// Older spelling of `features(in:options:)`.
    @available(*, deprecated, renamed: "features(in:options:)")
    public func featuresInImage(_ image: CIImage, options: [String: Any]?) -> [CIFeature] {
        features(in: image, options: options)
    }
}
