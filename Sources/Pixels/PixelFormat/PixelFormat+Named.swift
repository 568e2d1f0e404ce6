extension PixelFormat {
    /// 8-bit RGBA.
    package static let RGBA8 = PixelFormat(.rgba, .uint8)
    /// 16-bit RGBA.
    package static let RGBA16 = PixelFormat(.rgba, .uint16)
    /// Half float RGBA.
    package static let RGBAh = PixelFormat(.rgba, .float16)
    /// Float RGBA.
    package static let RGBAf = PixelFormat(.rgba, .float32)
    /// 8-bit BGRA.
    package static let BGRA8 = PixelFormat(.bgra, .uint8)
    /// 8-bit ARGB.
    package static let ARGB8 = PixelFormat(.argb, .uint8)
    /// 8-bit ABGR.
    package static let ABGR8 = PixelFormat(.abgr, .uint8)
    /// 8-bit RGB with an unused channel.
    package static let RGBX8 = PixelFormat(.rgbx, .uint8)
    /// 16-bit RGB with an unused channel.
    package static let RGBX16 = PixelFormat(.rgbx, .uint16)
    /// Half float RGB with an unused channel.
    package static let RGBXh = PixelFormat(.rgbx, .float16)
    /// Float RGB with an unused channel.
    package static let RGBXf = PixelFormat(.rgbx, .float32)
    /// 8-bit RGB without alpha.
    package static let RGB8 = PixelFormat(.rgb, .uint8)
    /// 16-bit RGB without alpha.
    package static let RGB16 = PixelFormat(.rgb, .uint16)
    /// Half float RGB without alpha.
    package static let RGBh = PixelFormat(.rgb, .float16)
    /// Float RGB without alpha.
    package static let RGBf = PixelFormat(.rgb, .float32)
    /// 8-bit red only.
    package static let R8 = PixelFormat(.r, .uint8)
    /// 16-bit red only.
    package static let R16 = PixelFormat(.r, .uint16)
    /// Half float red only.
    package static let Rh = PixelFormat(.r, .float16)
    /// Float red only.
    package static let Rf = PixelFormat(.r, .float32)
    /// 8-bit red and green.
    package static let RG8 = PixelFormat(.rg, .uint8)
    /// 16-bit red and green.
    package static let RG16 = PixelFormat(.rg, .uint16)
    /// Half float red and green.
    package static let RGh = PixelFormat(.rg, .float16)
    /// Float red and green.
    package static let RGf = PixelFormat(.rg, .float32)
    /// 8-bit luminance.
    package static let L8 = PixelFormat(.l, .uint8)
    /// 16-bit luminance.
    package static let L16 = PixelFormat(.l, .uint16)
    /// Half float luminance.
    package static let Lh = PixelFormat(.l, .float16)
    /// Float luminance.
    package static let Lf = PixelFormat(.l, .float32)
    /// 8-bit luminance and alpha.
    package static let LA8 = PixelFormat(.la, .uint8)
    /// 16-bit luminance and alpha.
    package static let LA16 = PixelFormat(.la, .uint16)
    /// Half float luminance and alpha.
    package static let LAh = PixelFormat(.la, .float16)
    /// Float luminance and alpha.
    package static let LAf = PixelFormat(.la, .float32)
    /// 8-bit alpha only.
    package static let A8 = PixelFormat(.a, .uint8)
    /// 16-bit alpha only.
    package static let A16 = PixelFormat(.a, .uint16)
    /// Half float alpha only.
    package static let Ah = PixelFormat(.a, .float16)
    /// Float alpha only.
    package static let Af = PixelFormat(.a, .float32)
}
