import Pixels

extension CIFormat {
    /// The layout of the format's pixels; nil for an unknown format.
    var pixelFormat: PixelFormat? { Self.pixelFormats[self] }

    /// Returns the layout of the format's pixels, or throws `CIError.unsupportedFormat` for an unknown format.
    package func pixelFormat(for operation: String) throws(CIError) -> PixelFormat {
        guard let pixelFormat else {
            throw .unsupportedFormat(self, operation: operation, usable: Self.colorAndAlpha)
        }
        return pixelFormat
    }

    /// The formats with red, green, blue and alpha in this order, which every operation on colours supports.
    static let colorAndAlpha: [CIFormat] = [.RGBA8, .RGBA16, .RGBAh, .RGBAf]

    /// Creates the format with this layout; nil if Core Image has none.
    init?(_ pixelFormat: PixelFormat) {
        guard let entry = Self.pixelFormats.first(where: { $0.value == pixelFormat }) else { return nil }
        self = entry.key
    }

    /// The low byte of a format's number stands for its channels. Core Image has no RGB without a fourth channel.
    private static let layoutNumbers: [PixelFormat.Layout: Int32] = [
        .l: 1, .la: 2, .r: 3, .rg: 4, .a: 5, .rgba: 8, .argb: 9, .bgra: 10, .abgr: 11, .rgbx: 12,
    ]

    /// The other bits of a format's number stand for the type of a component.
    private static func number(of component: PixelFormat.Component) -> Int32 {
        switch component {
        case .uint8: 0x100
        case .uint16: 0x500
        case .float16: 0x800
        case .float32: 0x900
        }
    }

    private static let pixelFormats: [CIFormat: PixelFormat] = Dictionary(
        uniqueKeysWithValues: PixelFormat.all.compactMap { pixels in
            layoutNumbers[pixels.layout].map { (CIFormat(rawValue: number(of: pixels.component) | $0), pixels) }
        })
}

extension CIFormat: CustomStringConvertible {
    /// The format's name in Swift, such as `RGBA8`, or the raw value of an unknown format.
    public var description: String { pixelFormat?.name ?? "\(rawValue)" }
}
