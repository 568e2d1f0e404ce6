import Foundation

/// A `CGImage`'s pixels. Thread-safe, as images never change.
///
/// CMYK images are converted to sRGB while they are read, because a raster's fourth component is alpha.
public final class CGImagePixelSource: PixelSource {
    /// The image.
    public let image: CGImage
    /// Space of the values that `read` delivers.
    public let colorSpace: CGColorSpace?
    /// Alpha convention of the values that `read` delivers.
    public let alphaState: AlphaState
    private let layout: ComponentLayout
    private let inkConversion: ColorConversion?
    private let scale: SIMD4<Float>
    private let offset: SIMD4<Float>

    /// Columns.
    public var width: Int { image.width }
    /// Rows.
    public var height: Int { image.height }

    /// A source over the image.
    ///
    /// - Throws: `BitmapError` for a layout that can't be read, `ColorConversionError` for a CMYK profile that can't be used.
    public init(_ image: CGImage) throws {
        let space = image.colorSpace ?? .deviceGray
        self.image = image
        layout = try ComponentLayout(
            bitsPerComponent: image.bitsPerComponent, bitsPerPixel: image.bitsPerPixel, bitmapInfo: image.bitmapInfo,
            space: space)
        alphaState = layout.alphaState
        if space.model == .cmyk {
            let target = CGColorSpace(name: CGColorSpace.sRGB)
            inkConversion = try ColorConversion(from: space, to: target)
            colorSpace = target
        } else {
            inkConversion = nil
            colorSpace = space
        }
        // `decode` maps 0…1 linearly to (lowest…highest); Lab needs its own range when none is given.
        var ranges = image.decodeRanges
        if ranges == nil, space.model == .lab, !image.isFloat { ranges = [0, 100, -128, 127, -128, 127] }
        var (scale, offset) = (SIMD4<Float>(repeating: 1), SIMD4<Float>.zero)
        if let ranges {
            for index in 0..<min(4, ranges.count / 2) {
                offset[index] = Float(ranges[2 * index])
                scale[index] = Float(ranges[2 * index + 1] - ranges[2 * index])
            }
            if space.model == .monochrome {
                (scale.y, scale.z) = (scale.x, scale.x)
                (offset.y, offset.z) = (offset.x, offset.x)
            }
        }
        (self.scale, self.offset) = (scale, offset)
    }

    /// A format whose components are stored like the image's; nil where `read` scales or converts them.
    public var storedFormat: PixelFormat? {
        guard scale == SIMD4(repeating: 1), offset == .zero, inkConversion == nil else { return nil }
        let component: PixelFormat.Component =
            switch layout.kind {
            case .uint8: .uint8
            case .uint16: .uint16
            case .float16: .float16
            case .float32: .float32
            }
        return PixelFormat(layout.alphaOffset == nil ? .rgb : .rgba, component)
    }

    /// Fills `raster` from the rows it covers.
    public func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty, let data = image.dataProvider?.data else { return }
        let isPlain = scale == SIMD4(repeating: 1) && offset == .zero
        data.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for y in area.y..<area.maxY {
                let start = image.byteOffset + (height - 1 - y) * image.bytesPerRow + area.x * layout.bytesPerPixel
                let out = raster.row(y) + (area.x - raster.bounds.x)
                layout.unpack(base + start, count: area.width, into: out)
                if !isPlain { for i in 0..<area.width { out[i] = out[i] * scale + offset } }
                inkConversion?.apply(out, count: area.width)
            }
        }
    }
}
