/// A pixel format: the components of a pixel, their order and their size.
///
/// A name such as `RGBAf` lists the components in memory order, followed by their size: 8 or 16 for unsigned integers,
/// which stand for 0…1, `h` for 16-bit half floats, `f` for 32-bit floats. Components of several bytes are
/// little-endian. `L` is luminance (gray). Colour is premultiplied by alpha. `X` is a component that is ignored when
/// read and opaque when written.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    /// The format's number in Core Image's C interface.
    public let rawValue: Int32

    /// Creates a format from its number. Any number is accepted; operations throw for an unknown format.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Alpha, red, green, blue, 8 bits each.
    public static let ARGB8 = CIFormat(rawValue: 265)
    /// Blue, green, red, alpha, 8 bits each.
    public static let BGRA8 = CIFormat(rawValue: 266)
    /// Red, green, blue, alpha, 8 bits each.
    public static let RGBA8 = CIFormat(rawValue: 264)
    /// Alpha, blue, green, red, 8 bits each.
    public static let ABGR8 = CIFormat(rawValue: 267)
    /// Red, green, blue, ignored, 8 bits each.
    public static let RGBX8 = CIFormat(rawValue: 268)
    /// Red, green, blue, alpha, 16 bits each.
    public static let RGBA16 = CIFormat(rawValue: 1288)
    /// Red, green, blue, ignored, 16 bits each.
    public static let RGBX16 = CIFormat(rawValue: 1292)
    /// Red, green, blue, alpha, half floats.
    public static let RGBAh = CIFormat(rawValue: 2056)
    /// Red, green, blue, ignored, half floats.
    public static let RGBXh = CIFormat(rawValue: 2060)
    /// Red, green, blue, alpha, floats.
    public static let RGBAf = CIFormat(rawValue: 2312)
    /// Red, green, blue, ignored, floats.
    public static let RGBXf = CIFormat(rawValue: 2316)
    /// Alpha alone, 8 bits; colour is black.
    public static let A8 = CIFormat(rawValue: 261)
    /// Alpha alone, 16 bits; colour is black.
    public static let A16 = CIFormat(rawValue: 1285)
    /// Alpha alone, half floats; colour is black.
    public static let Ah = CIFormat(rawValue: 2053)
    /// Alpha alone, floats; colour is black.
    public static let Af = CIFormat(rawValue: 2309)
    /// Red alone, 8 bits; opaque.
    public static let R8 = CIFormat(rawValue: 259)
    /// Red alone, 16 bits; opaque.
    public static let R16 = CIFormat(rawValue: 1283)
    /// Red alone, half floats; opaque.
    public static let Rh = CIFormat(rawValue: 2051)
    /// Red alone, floats; opaque.
    public static let Rf = CIFormat(rawValue: 2307)
    /// Red and green, 8 bits each; opaque.
    public static let RG8 = CIFormat(rawValue: 260)
    /// Red and green, 16 bits each; opaque.
    public static let RG16 = CIFormat(rawValue: 1284)
    /// Red and green, half floats; opaque.
    public static let RGh = CIFormat(rawValue: 2052)
    /// Red and green, floats; opaque.
    public static let RGf = CIFormat(rawValue: 2308)
    /// Gray, 8 bits; opaque.
    public static let L8 = CIFormat(rawValue: 257)
    /// Gray, 16 bits; opaque.
    public static let L16 = CIFormat(rawValue: 1281)
    /// Gray, half floats; opaque.
    public static let Lh = CIFormat(rawValue: 2049)
    /// Gray, floats; opaque.
    public static let Lf = CIFormat(rawValue: 2305)
    /// Gray and alpha, 8 bits each.
    public static let LA8 = CIFormat(rawValue: 258)
    /// Gray and alpha, 16 bits each.
    public static let LA16 = CIFormat(rawValue: 1282)
    /// Gray and alpha, half floats.
    public static let LAh = CIFormat(rawValue: 2050)
    /// Gray and alpha, floats.
    public static let LAf = CIFormat(rawValue: 2306)
}
