extension ImageFileFormat {
    /// The default quality, 0 to 1; nil for lossless formats.
    ///
    /// The scales of encoders differ. With these values, photographs have about the same mean squared error in all
    /// formats as in a JPEG of 0.85.
    public var defaultQuality: Double? {
        switch self {
        case .jpeg, .webp, .jpegXL: 0.85
        case .heif: 0.5
        case .avif: 0.65
        case .png, .tiff, .gif, .openEXR, .svg: nil
        }
    }
}
