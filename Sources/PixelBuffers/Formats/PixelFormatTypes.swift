/// Four characters as a number, the first one in the most significant byte.
public typealias OSType = UInt32
/// Four characters as a number.
public typealias FourCharCode = UInt32

// In the names of the formats, components are listed in memory order. Integers stand for 0…1 unless the range is called
// "video", in which luma is 16…235 and chroma 16…240 of 8 bits, and four times that of 10 bits. Components of several
// bytes are little-endian unless stated otherwise. "Bi-planar" formats have a plane of luma, and one of Cb and Cr.

/// Red, green, blue, 8 bits each.
public let kCVPixelFormatType_24RGB: OSType = 0x18
/// Blue, green, red, 8 bits each.
public let kCVPixelFormatType_24BGR = code("24BG")
/// Alpha, red, green, blue, 8 bits each.
public let kCVPixelFormatType_32ARGB: OSType = 0x20
/// Blue, green, red, alpha, 8 bits each.
public let kCVPixelFormatType_32BGRA = code("BGRA")
/// Alpha, blue, green, red, 8 bits each.
public let kCVPixelFormatType_32ABGR = code("ABGR")
/// Red, green, blue, alpha, 8 bits each.
public let kCVPixelFormatType_32RGBA = code("RGBA")
/// Alpha, red, green, blue, 16 bits each, big-endian.
public let kCVPixelFormatType_64ARGB = code("b64a")
/// Red, green, blue, alpha, 16 bits each.
public let kCVPixelFormatType_64RGBALE = code("l64r")
/// Red, green, blue, alpha, half floats.
public let kCVPixelFormatType_64RGBAHalf = code("RGhA")
/// Red, green, blue, alpha, floats.
public let kCVPixelFormatType_128RGBAFloat = code("RGfA")

/// One component, 8 bits; 0 is black.
public let kCVPixelFormatType_OneComponent8 = code("L008")
/// One component, 16 bits; 0 is black.
public let kCVPixelFormatType_OneComponent16 = code("L016")
/// One component, a half float.
public let kCVPixelFormatType_OneComponent16Half = code("L00h")
/// One component, a float.
public let kCVPixelFormatType_OneComponent32Float = code("L00f")
/// Two components, 8 bits each.
public let kCVPixelFormatType_TwoComponent8 = code("2C08")
/// Two components, 16 bits each.
public let kCVPixelFormatType_TwoComponent16 = code("2C16")
/// Two components, half floats.
public let kCVPixelFormatType_TwoComponent16Half = code("2C0h")
/// Two components, floats.
public let kCVPixelFormatType_TwoComponent32Float = code("2C0f")
/// Disparity as half floats: the reciprocal of the distance in metres.
public let kCVPixelFormatType_DisparityFloat16 = code("hdis")
/// Disparity as floats: the reciprocal of the distance in metres.
public let kCVPixelFormatType_DisparityFloat32 = code("fdis")
/// Depth as half floats: the distance in metres.
public let kCVPixelFormatType_DepthFloat16 = code("hdep")
/// Depth as floats: the distance in metres.
public let kCVPixelFormatType_DepthFloat32 = code("fdep")

/// Bi-planar, chroma halved in both directions, 8 bits, video range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange = code("420v")
/// Bi-planar, chroma halved in both directions, 8 bits, full range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange = code("420f")
/// Bi-planar, chroma halved horizontally, 8 bits, video range.
public let kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange = code("422v")
/// Bi-planar, chroma halved horizontally, 8 bits, full range.
public let kCVPixelFormatType_422YpCbCr8BiPlanarFullRange = code("422f")
/// Bi-planar, 8 bits, video range.
public let kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange = code("444v")
/// Bi-planar, 8 bits, full range.
public let kCVPixelFormatType_444YpCbCr8BiPlanarFullRange = code("444f")
/// Bi-planar, chroma halved in both directions, 10 bits in the high bits of 16, video range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange = code("x420")
/// Bi-planar, chroma halved in both directions, 10 bits in the high bits of 16, full range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange = code("xf20")
/// Bi-planar, chroma halved horizontally, 10 bits in the high bits of 16, video range.
public let kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange = code("x422")
/// Bi-planar, chroma halved horizontally, 10 bits in the high bits of 16, full range.
public let kCVPixelFormatType_422YpCbCr10BiPlanarFullRange = code("xf22")
/// Bi-planar, 10 bits in the high bits of 16, video range.
public let kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange = code("x444")
/// Bi-planar, 10 bits in the high bits of 16, full range.
public let kCVPixelFormatType_444YpCbCr10BiPlanarFullRange = code("xf44")
/// Three planes of luma, Cb and Cr, chroma halved in both directions, 8 bits, video range.
public let kCVPixelFormatType_420YpCbCr8Planar = code("y420")
/// Three planes of luma, Cb and Cr, chroma halved in both directions, 8 bits, full range.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange = code("f420")
/// Two pixels in four bytes: Cb, luma, Cr, luma; 8 bits, video range.
public let kCVPixelFormatType_422YpCbCr8 = code("2vuy")
/// Two pixels in four bytes: luma, Cb, luma, Cr; 8 bits, video range.
public let kCVPixelFormatType_422YpCbCr8_yuvs = code("yuvs")
/// Two pixels in four bytes: luma, Cb, luma, Cr; 8 bits, full range.
public let kCVPixelFormatType_422YpCbCr8FullRange = code("yuvf")

private func code(_ characters: StaticString) -> OSType {
    characters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | OSType($1) } }
}
