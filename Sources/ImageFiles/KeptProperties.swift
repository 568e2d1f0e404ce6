/// What becomes of a picture's properties in files of one format; `ImageFileFormat.kept` has it for each.
///
/// It holds for pictures that `CIContext` writes: `ImageFileWriter` takes pixels as they are, and turns and converts
/// none.
public struct KeptProperties: Sendable, Hashable {
    /// What becomes of one property.
    public enum Fate: Sendable, Hashable {
        /// The file holds it, and reading the file gives it back.
        case kept
        /// The file doesn't hold it. The pixels are changed instead, into what the text says, so that the picture still
        /// looks right.
        case inPixels(String)
        /// It isn't written.
        case dropped
    }

    /// A size of components that may be written.
    public struct StoredDepth: Sendable, Hashable {
        /// The size that is given to the encoder.
        public let depth: ImageEncodingOptions.Depth
        /// How many bits of a component the file holds.
        public let bits: Int
    }

    /// The colour profile.
    public let profile: Fate
    /// Which way up the picture is.
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
