extension ImageFileFormat {
    /// Quality of a file for which none is asked, 0 to 1; nil for formats without loss.
    ///
    /// Encoders count differently. Photographs differ as little from the original in all of these as in a JPEG of 0.85,
    /// by their mean square.
    public var defaultQuality: Double? {
        switch self {
        case .jpeg, .webp, .jpegXL: 0.85
        case .heif: 0.5
        case .avif: 0.65
        case .png, .tiff, .gif, .openEXR, .svg: nil
        }
    }
}
