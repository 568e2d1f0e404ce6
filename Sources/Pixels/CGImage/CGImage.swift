import Foundation

/// A bitmap: bytes with their layout and colour space. Rows are stored from the top down, as in Core Graphics.
///
/// Immutable; safe to share between threads.
public final class CGImage: Sendable {
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Number of bits per component: 8, 16 or 32.
    public let bitsPerComponent: Int
    /// Number of bits per pixel.
    public let bitsPerPixel: Int
    /// Distance in bytes from one row to the next.
    public let bytesPerRow: Int
    /// The colour space of the components; nil for an image mask.
    public let colorSpace: CGColorSpace?
    /// The layout of a pixel.
    public let bitmapInfo: CGBitmapInfo
    /// The provider of the bytes.
    public let dataProvider: CGDataProvider?
    /// Whether drawing at another size should interpolate.
    public let shouldInterpolate: Bool
    /// The treatment of colours outside a destination's gamut.
    public let renderingIntent: CGColorRenderingIntent
    /// The range of each component as pairs (lowest, highest); nil for 0…1.
    let decodeRanges: [CGFloat]?
    /// Offset of the first pixel in the provider's bytes.
    let byteOffset: Int

    /// Creates an image from a provider's bytes.
    ///
    /// Components may be 8- or 16-bit integers, or 16- or 32-bit floats with `.floatComponents`. `decode`, if given,
    /// contains a pair (lowest, highest) for each colour component. Returns nil if the layout is contradictory or there
    /// are too few bytes; `init(checking…)` throws the reason.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        let ranges = decode.map { Array(UnsafeBufferPointer(start: $0, count: 2 * space.numberOfComponents)) }
        try? self.init(
            checkingWidth: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
            bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider, decode: ranges,
            shouldInterpolate: shouldInterpolate, intent: intent)
    }

    /// Creates an image like the Core Graphics initializer, but throws the reason for a failure.
    ///
    /// - Throws: `BitmapError`, which names the unsupported part of the layout.
    public init(
        checkingWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: [CGFloat]? = nil,
        shouldInterpolate: Bool = true, intent: CGColorRenderingIntent = .defaultIntent
    ) throws(BitmapError) {
        (self.width, self.height) = (width, height)
        (self.bitsPerComponent, self.bitsPerPixel, self.bytesPerRow) = (bitsPerComponent, bitsPerPixel, bytesPerRow)
        (colorSpace, self.bitmapInfo, dataProvider) = (space, bitmapInfo, provider)
        (self.shouldInterpolate, renderingIntent) = (shouldInterpolate, intent)
        (decodeRanges, byteOffset) = (decode, 0)
        _ = try ComponentLayout(
            bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bitmapInfo: bitmapInfo, space: space)
        try BitmapError.check(
            width: width, height: height, bytesPerRow: bytesPerRow, bytesPerPixel: bitsPerPixel / 8,
            available: provider.data?.count ?? 0)
    }

    /// Creates an image from bytes in a pixel format whose channels `bitmapInfo` can express.
    ///
    /// - Throws: `BitmapError` if there are too few bytes, rows are too short, or Core Graphics has no layout for the
    ///   format's channels (such as two colour channels).
    package convenience init(
        data: Data, width: Int, height: Int, bytesPerRow: Int, format: PixelFormat, colorSpace: CGColorSpace,
        alphaState: AlphaState = .premultiplied
    ) throws(BitmapError) {
        guard let info = CGBitmapInfo(format: format, alphaState: alphaState) else {
            throw .unsupportedLayout(reason: "the channels \(format.layout.rawValue) have no CGBitmapInfo")
        }
        try self.init(
            checkingWidth: width, height: height, bitsPerComponent: format.component.byteCount * 8,
            bitsPerPixel: format.bytesPerPixel * 8, bytesPerRow: bytesPerRow, space: colorSpace, bitmapInfo: info,
            provider: CGDataProvider(bytes: data))
    }

    private init(_ whole: CGImage, _ part: PixelRect) {
        (width, height) = (part.width, part.height)
        (bitsPerComponent, bitsPerPixel) = (whole.bitsPerComponent, whole.bitsPerPixel)
        (bytesPerRow, colorSpace, bitmapInfo) = (whole.bytesPerRow, whole.colorSpace, whole.bitmapInfo)
        (dataProvider, shouldInterpolate) = (whole.dataProvider, whole.shouldInterpolate)
        (renderingIntent, decodeRanges) = (whole.renderingIntent, whole.decodeRanges)
        byteOffset = whole.byteOffset + part.y * whole.bytesPerRow + part.x * whole.bitsPerPixel / 8
    }

    /// The position and the meaning of alpha.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo }

    /// The byte order, as bits of `bitmapInfo`.
    public var byteOrderInfo: CGBitmapInfo { bitmapInfo.intersection(.byteOrderMask) }

    /// Whether the components are floats.
    public var isFloat: Bool { bitmapInfo.contains(.floatComponents) }

    /// Returns the part of the image inside `rect`, in pixels from the top left corner, rounded outwards; nil if they
    /// don't intersect.
    ///
    /// The part shares the bytes of the whole image.
    public func cropping(to rect: CGRect) -> CGImage? {
        let part = PixelRect(enclosing: rect).intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        return part.isEmpty ? nil : CGImage(self, part)
    }

    /// The bytes of the image's rows without gaps, from the top down.
    package var packedRows: Data {
        guard let data = dataProvider?.data else { return Data() }
        let rowLength = width * bitsPerPixel / 8
        var rows = Data(capacity: rowLength * height)
        for y in 0..<height {
            let start = data.startIndex + byteOffset + y * bytesPerRow
            rows.append(data[start..<start + rowLength])
        }
        return rows
    }
}
