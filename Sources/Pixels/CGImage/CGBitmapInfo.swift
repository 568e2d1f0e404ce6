/// The position and the meaning of alpha in a bitmap's pixels. Raw values are those of Core Graphics.
public enum CGImageAlphaInfo: UInt32, Sendable, Hashable {
    /// No alpha.
    case none = 0
    /// Alpha last; colours are premultiplied.
    case premultipliedLast = 1
    /// Alpha first; colours are premultiplied.
    case premultipliedFirst = 2
    /// Alpha last; colours are not premultiplied.
    case last = 3
    /// Alpha first; colours are not premultiplied.
    case first = 4
    /// An unused component last.
    case noneSkipLast = 5
    /// An unused component first.
    case noneSkipFirst = 6
    /// Alpha only.
    case alphaOnly = 7
}

/// The layout of a bitmap: alpha information, float components and byte order. Raw values are those of Core Graphics.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
    /// The bits of the layout.
    public let rawValue: UInt32

    /// Creates a layout from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Bits that hold a `CGImageAlphaInfo`.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    /// Bits that hold the float flag.
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
    /// Components are floating-point numbers.
    public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
    /// Bits that hold the byte order.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    /// Big-endian.
    public static let byteOrderDefault = CGBitmapInfo([])
    /// 16-bit words, low byte first.
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
    /// 32-bit words, low byte first.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
    /// 16-bit words, high byte first.
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
    /// 32-bit words, high byte first.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)

    /// The alpha information in these bits; `none` for an unknown value.
    public var alphaInfo: CGImageAlphaInfo { CGImageAlphaInfo(rawValue: rawValue & 0x1F) ?? .none }
}

/// The treatment of colours outside a destination's gamut. Raw values are those of Core Graphics.
public enum CGColorRenderingIntent: Int32, Sendable, Hashable {
    /// The default for the kind of content.
    case defaultIntent = 0
    /// White points are not adapted.
    case absoluteColorimetric = 1
    /// White points are adapted; colours inside the gamut are kept.
    case relativeColorimetric = 2
    /// The whole gamut is compressed.
    case perceptual = 3
    /// Saturation takes precedence over accuracy.
    case saturation = 4
}
