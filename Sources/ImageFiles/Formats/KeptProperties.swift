/// How files of one format store a picture's properties; see `ImageFileFormat.kept`.
///
/// It describes the pictures that `CIContext` writes. `ImageFileWriter` writes pixels unchanged, without rotating or
/// converting them.
package struct KeptProperties: Sendable, Hashable {
    /// How one property is stored.
    package enum Storage: Sendable, Hashable {
        /// The file holds it, and reading the file gives it back.
        case stored
        /// The file doesn't store it. The pixels are converted, as the text says, so that the picture still looks
        /// right.
        case appliedToPixels(String)
        /// It isn't written.
        case dropped

        /// The pixels are turned upright.
        static let upright = Self.appliedToPixels("upright")
    }

    /// A component size that can be written.
    package struct StoredDepth: Sendable, Hashable {
        /// The size passed to the encoder.
        package let depth: ImageEncodingOptions.Depth
        /// The number of bits of a component in the file.
        package let bits: Int

        static let bits8 = Self(depth: .bits8, bits: 8)
        /// Sixteen-bit input, of which libheif's encoders store 12 bits.
        static let bits12 = Self(depth: .bits16, bits: 12)
        static let bits16 = Self(depth: .bits16, bits: 16)
        static let half = Self(depth: .half, bits: 16)
        static let float = Self(depth: .float, bits: 32)
    }

    /// The colour profile.
    package internal(set) var profile = Storage.stored
    /// The orientation.
    package internal(set) var orientation = Storage.stored
    /// Camera, exposure, times and place: ImageIO's Exif, TIFF and GPS dictionaries.
    package internal(set) var exif = Storage.stored
    /// IPTC-IIM records.
    package internal(set) var iptc = Storage.dropped
    /// The XMP packet.
    package internal(set) var xmp = Storage.stored
    /// Dots per inch.
    package internal(set) var resolution = Storage.stored
    /// Transparency.
    package internal(set) var alpha = Storage.stored
    /// The sizes of components, the default first.
    package let depths: [StoredDepth]
}
