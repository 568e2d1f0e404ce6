extension ImageFileFormat {
    /// What becomes of a picture's properties in files of this format; nil when it can't be written.
    public var kept: KeptProperties? {
        switch self {
        case .jpeg:
            KeptProperties(
                profile: .kept, orientation: .kept, exif: .kept, iptc: .kept, xmp: .kept, resolution: .kept,
                alpha: .inPixels("on black"), depths: [.bits8])
        case .png:
            // The Exif chunk could say the orientation, but few programs look there.
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
            // The format has transformations, but libvips doesn't write them.
            KeptProperties(
                profile: .kept, orientation: .upright, exif: .kept, iptc: .dropped, xmp: .kept, resolution: .kept,
                alpha: .kept, depths: [.bits8, .bits12])
        case .jpegXL:
            // The codestream could say the orientation, but libvips doesn't write it.
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

    /// Component sizes that the format holds, the default first; empty when it can't be written.
    public var depths: [ImageEncodingOptions.Depth] { kept?.depths.map(\.depth) ?? [] }

    /// Whether the format keeps alpha, if only as all or nothing.
    public var hasAlpha: Bool { self != .jpeg }

    /// Whether files say which way up the picture is, in a way that everybody reads.
    public var keepsOrientation: Bool { kept?.orientation == .kept }

    /// Whether files say what space their pixels are in. OpenEXR's do for linear spaces alone.
    public var keepsProfile: Bool { kept?.profile == .kept }
}

extension KeptProperties.Fate {
    fileprivate static var upright: Self { .inPixels("upright") }
}

extension KeptProperties.StoredDepth {
    fileprivate static let bits8 = Self(depth: .bits8, bits: 8)
    /// What libheif's encoders hold of 16 bits.
    fileprivate static let bits12 = Self(depth: .bits16, bits: 12)
    fileprivate static let bits16 = Self(depth: .bits16, bits: 16)
    fileprivate static let half = Self(depth: .half, bits: 16)
    fileprivate static let float = Self(depth: .float, bits: 32)
}
