extension ImageFileFormat {
    /// How files of this format store a picture's properties; nil if the format can't be written.
    public var kept: KeptProperties? {
        switch self {
        case .jpeg:
            KeptProperties(
                profile: .kept, orientation: .kept, exif: .kept, iptc: .kept, xmp: .kept, resolution: .kept,
                alpha: .inPixels("on black"), depths: [.bits8])
        case .png:
            // The orientation could be in the Exif chunk, but few programs read it there.
            KeptProperties(
                profile: .kept, orientation: .upright, exif: .kept, iptc: .dropped, xmp: .kept, resolution: .kept,
                alpha: .kept, depths: [.bits8, .bits16])
        case .tiff:
            KeptProperties(
                profile: .kept, orientation: .kept, exif: .kept, iptc: .kept, xmp: .kept, resolution: .kept,
                alpha: .kept, depths: [.bits8, .bits16, .float])
        case .webp:
            KeptProperties(
                profile: .kept, orientation: .kept, exif: .kept, iptc: .dropped, xmp: .kept, resolution: .kept,
                alpha: .kept, depths: [.bits8])
        case .heif, .avif:
            // The format can store a transformation, but libvips doesn't write one.
            KeptProperties(
                profile: .kept, orientation: .upright, exif: .kept, iptc: .dropped, xmp: .kept, resolution: .kept,
                alpha: .kept, depths: [.bits8, .bits12])
        case .jpegXL:
            // The codestream can store the orientation, but libvips doesn't write it.
            KeptProperties(
                profile: .kept, orientation: .upright, exif: .kept, iptc: .dropped, xmp: .kept, resolution: .kept,
                alpha: .kept, depths: [.bits8, .bits16])
        case .gif:
            KeptProperties(
                profile: .inPixels("sRGB"), orientation: .upright, exif: .dropped, iptc: .dropped, xmp: .dropped,
                resolution: .dropped, alpha: .inPixels("all or nothing"), depths: [.bits8])
        case .openEXR:
            KeptProperties(
                profile: .inPixels("linear sRGB"), orientation: .upright, exif: .dropped, iptc: .dropped,
                xmp: .dropped, resolution: .kept, alpha: .kept, depths: [.half, .float])
        case .svg: nil
        }
    }

    /// The component sizes that the format can store, the default first; empty if the format can't be written.
    public var depths: [ImageEncodingOptions.Depth] { kept?.depths.map(\.depth) ?? [] }

    /// Whether the format stores alpha, even if only as fully transparent or opaque.
    public var hasAlpha: Bool { self != .jpeg }

    /// Whether files store the orientation in a way that all programs read.
    public var keepsOrientation: Bool { kept?.orientation == .kept }

    /// Whether files store the colour space of their pixels. OpenEXR does, but for linear spaces only.
    public var keepsProfile: Bool { kept?.profile == .kept }
}

extension KeptProperties.Fate {
    fileprivate static var upright: Self { .inPixels("upright") }
}

extension KeptProperties.StoredDepth {
    fileprivate static let bits8 = Self(depth: .bits8, bits: 8)
    /// Sixteen-bit input, of which libheif's encoders store 12 bits.
    fileprivate static let bits12 = Self(depth: .bits16, bits: 12)
    fileprivate static let bits16 = Self(depth: .bits16, bits: 16)
    fileprivate static let half = Self(depth: .half, bits: 16)
    fileprivate static let float = Self(depth: .float, bits: 32)
}
