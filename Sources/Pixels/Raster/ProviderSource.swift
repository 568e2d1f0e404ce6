import Foundation

/// Pixels that a closure supplies, region by region, when they are needed.
///
/// The closure may be called from many threads at once.
public final class ProviderSource: PixelSource {
    /// Fills `buffer` (rows from the top down, `bytesPerRow` apart) with the pixels of `region`, which counts from the picture's top left corner.
    public typealias Provide =
        @Sendable (
            _ region: PixelRect, _ buffer: UnsafeMutableRawPointer, _ bytesPerRow: Int
        ) throws -> Void

    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Space of the values; nil means unmanaged.
    public let colorSpace: CGColorSpace?
    /// Alpha convention of the values.
    public let alphaState: AlphaState
    /// How a pixel is stored.
    public let format: PixelFormat
    private let provide: Provide

    /// A source that calls `provide` for the region it needs and no more.
    ///
    /// - Throws: `BitmapError` when the size is not positive.
    public init(
        width: Int, height: Int, format: PixelFormat, colorSpace: CGColorSpace?,
        alphaState: AlphaState = .premultiplied, provide: @escaping Provide
    ) throws(BitmapError) {
        guard width > 0, height > 0, width < 1 << 31, height < 1 << 31 else {
            throw .invalidSize(width: width, height: height)
        }
        (self.width, self.height, self.format, self.colorSpace) = (width, height, format, colorSpace)
        self.alphaState = format.hasAlpha ? alphaState : .opaque
        self.provide = provide
    }

    /// The format; where alpha is there but counts as opaque, one without.
    public var storedFormat: PixelFormat? {
        alphaState == .opaque && format.hasAlpha ? PixelFormat(.rgb, format.component) : format
    }

    /// Fills `raster`, asking the closure for exactly the pixels it covers.
    public func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty else { return }
        let bytesPerRow = area.width * format.bytesPerPixel
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow * area.height, alignment: 16)
        defer { buffer.deallocate() }
        // The closure may fill less than it was asked for; what it leaves is transparent rather than old memory.
        buffer.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * area.height)
        let top = height - area.maxY
        try provide(PixelRect(x: area.x, y: top, width: area.width, height: area.height), buffer, bytesPerRow)
        for y in area.y..<area.maxY {
            let out = raster.row(y) + (area.x - raster.bounds.x)
            format.unpack(buffer + (area.maxY - 1 - y) * bytesPerRow, count: area.width, into: out)
            if alphaState == .opaque, format.hasAlpha { for i in 0..<area.width { out[i].w = 1 } }
        }
    }
}
