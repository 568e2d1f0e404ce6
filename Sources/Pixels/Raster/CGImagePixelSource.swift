import Foundation

/// The pixels of a `CGImage`. Thread-safe, because images never change.
///
/// CMYK images are converted to sRGB when read, because the fourth component of a raster is alpha.
package final class CGImagePixelSource: PixelSource {
    /// The image.
    package let image: CGImage
    /// Colour space of the values that `read` returns.
    package let colorSpace: CGColorSpace?
    /// Alpha convention of the values that `read` returns.
    package let alphaState: AlphaState
    private let layout: ComponentLayout
    private let inkConversion: ColorConversion?
    private let scale: SIMD4<Float>
    private let offset: SIMD4<Float>

    /// Width in pixels.
    package var width: Int { image.width }
    /// Height in pixels.
    package var height: Int { image.height }

    /// Creates a source from an image.
    ///
    /// - Throws: `BitmapError` for an unsupported layout, `ColorConversionError` for an unusable CMYK profile.
    package init(_ image: CGImage) throws {
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
        // `decode` maps 0…1 linearly to (lowest…highest). Lab needs its own range if none is given.
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

    /// A format with the same component type as the image; nil if `read` scales or converts the components.
    package var storedFormat: PixelFormat? {
        guard scale == SIMD4(repeating: 1), offset == .zero, inkConversion == nil else { return nil }
        return PixelFormat(layout.alphaOffset == nil ? .rgb : .rgba, layout.component)
    }

    /// Fills `raster` from the rows it covers.
    package func read(into raster: Raster) throws {
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
