import Pixels

extension CIFormat {
    /// The layout of the format's pixels; nil for an unknown format.
    var pixelFormat: PixelFormat? { Self.layouts[self] }

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
        guard let entry = Self.layouts.first(where: { $0.value == pixelFormat }) else { return nil }
        self = entry.key
    }

    private static let layouts: [CIFormat: PixelFormat] = [
        .ARGB8: .ARGB8, .BGRA8: .BGRA8, .RGBA8: .RGBA8, .ABGR8: .ABGR8, .RGBX8: .RGBX8,
        .RGBA16: .RGBA16, .RGBX16: .RGBX16, .RGBAh: .RGBAh, .RGBXh: .RGBXh, .RGBAf: .RGBAf, .RGBXf: .RGBXf,
        .A8: .A8, .A16: .A16, .Ah: .Ah, .Af: .Af, .R8: .R8, .R16: .R16, .Rh: .Rh, .Rf: .Rf,
        .RG8: .RG8, .RG16: .RG16, .RGh: .RGh, .RGf: .RGf, .L8: .L8, .L16: .L16, .Lh: .Lh, .Lf: .Lf,
        .LA8: .LA8, .LA16: .LA16, .LAh: .LAh, .LAf: .LAf,
    ]
}

extension CIFormat: CustomStringConvertible {
    /// The format's name in Swift, such as `RGBA8`, or the raw value of an unknown format.
    public var description: String { pixelFormat?.name ?? "\(rawValue)" }
}
