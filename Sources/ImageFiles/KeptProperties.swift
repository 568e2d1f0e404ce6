/// How files of one format store a picture's properties; see `ImageFileFormat.kept`.
///
/// It describes the pictures that `CIContext` writes. `ImageFileWriter` writes pixels unchanged, without rotating or
/// converting them.
public struct KeptProperties: Sendable, Hashable {
    /// How one property is stored.
    public enum Fate: Sendable, Hashable {
        /// The file holds it, and reading the file gives it back.
        case kept
        /// The file doesn't store it. The pixels are converted, as the text says, so that the picture still looks
        /// right.
        case inPixels(String)
        /// It isn't written.
        case dropped
    }

    /// A component size that can be written.
    public struct StoredDepth: Sendable, Hashable {
        /// The size passed to the encoder.
        public let depth: ImageEncodingOptions.Depth
        /// The number of bits of a component in the file.
        public let bits: Int
    }

    /// The colour profile.
    public let profile: Fate
    /// The orientation.
    public let orientation: Fate
    /// Camera, exposure, times and place: ImageIO's Exif, TIFF and GPS dictionaries.
    public let exif: Fate
    /// IPTC-IIM records.
    public let iptc: Fate
    /// The XMP packet.
    public let xmp: Fate
    /// Dots per inch.
    public let resolution: Fate
    /// Transparency.
    public let alpha: Fate
    /// The sizes of components, the default first.
    public let depths: [StoredDepth]
}
