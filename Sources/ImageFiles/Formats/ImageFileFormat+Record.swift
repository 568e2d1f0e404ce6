extension ImageFileFormat {
    /// The properties of a file format, for reading and for writing.
    ///
    /// Each format has its record in a file of this folder. For a new format, add a case to `ImageFileFormat`, its
    /// record, and, unless libvips encodes it, a `PictureEncoder`.
    struct Record: Sendable {
        /// The common name of the format.
        let displayName: String
        /// File name extensions without the dot, the usual one first.
        let extensions: [String]
        /// The uniform type identifier.
        let typeIdentifier: String
        /// The class names of libvips' loaders for this format start with `VipsForeignLoad` and this text. Nil if
        /// libvips isn't used to read the format, or if another format has the same loader.
        var loader: String?
        /// What opens files of this format without libvips; nil if libvips does.
        var opener: (any PictureOpener)?
        /// The bytes at the start of a file, by which the opener's files are recognised.
        var signature: [UInt8] = []
        /// The libvips module with the coder; nil if the coder is always built in.
        var module: CoderModule?
        /// Where files store metadata.
        var metadata = MetadataStorage.fields
        /// Whether the format stores alpha, even if only as fully transparent or opaque.
        var hasAlpha = true
        /// The maximum number of pixels of a file that is read without an explicit limit, if the decoder holds the
        /// whole picture however small the file is; nil for the general rules of `PixelLimit`.
        var maximumPixelCount: Int?
        /// Whether files may hold bilevel pictures in fax coding, whose blank parts take almost no bytes.
        var hasBilevelCoding = false
        /// How the format is written; nil for a format that is only read.
        var encoding: Encoding?
    }

    /// How a file format is written.
    struct Encoding: Sendable {
        /// The encoder.
        let encoder: any PictureEncoder
        /// How files store a picture's properties.
        let kept: KeptProperties
        /// The default quality, 0 to 1; nil for lossless formats.
        var defaultQuality: Double?
        /// The longest side that the format supports, in pixels.
        var maximumSide = 10_000_000
        /// Whether the format supports animations.
        var holdsAnimations = false
        /// Whether the pixels must be in a linear colour space and premultiplied by alpha.
        var storesLinearLight = false
        /// Where to get an encoder that builds of libvips often lack; nil if they have it.
        var source: String?
    }
}
