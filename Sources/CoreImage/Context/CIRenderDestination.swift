import Foundation
import ImageGraph
import Pixels

/// How a destination stores alpha.
public enum CIRenderDestinationAlphaMode: UInt, Sendable, Hashable {
    /// There is no alpha: the image is shown on black, and a channel for alpha is filled with 1.
    case none = 0
    /// Colours are multiplied by alpha.
    case premultiplied = 1
    /// Colours are not multiplied by alpha.
    case unpremultiplied = 2
}

/// Memory that renderings go to, with everything about it that a rendering has to respect.
///
/// Coordinates of the destination are pixels from its lower left corner. A task takes the settings as they are when it is started; change
/// them, from one thread at a time, between renderings. The memory must stay valid, and left alone, until every task that renders to it
/// has completed.
open class CIRenderDestination: NSObject, @unchecked Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// How a pixel is stored.
    public let format: CIFormat
    let data: UnsafeMutableRawPointer
    let bytesPerRow: Int

    /// How alpha is stored: premultiplied, unless the format has none.
    open var alphaMode: CIRenderDestinationAlphaMode
    /// The space that results are converted to, RGB or gray; sRGB at first, and linear gray for formats of one channel. nil leaves the
    /// numbers of the context's working space.
    open var colorSpace: CGColorSpace?
    /// Whether the memory's first row is the lowest one of the picture instead of the highest.
    open var isFlipped = false
    /// Whether results are held between 0 and 1; integer formats are in any case.
    open var isClamped = false
    /// What combines an image, as the foreground, with the pixels that the destination has; nil replaces them.
    open var blendKernel: CIBlendKernel?
    /// Whether blending is done with numbers of `colorSpace` instead of the context's working space.
    open var blendsInDestinationColorSpace = false

    /// A destination in memory.
    ///
    /// - Parameters:
    ///   - data: `height` rows, the picture's top row first.
    ///   - bytesPerRow: Bytes from one row to the next. Rendering throws where a row has no room for its pixels.
    ///   - format: The pixel format. Rendering throws for one that can't be rendered to.
    public init(bitmapData data: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int, format: CIFormat) {
        (self.data, self.width, self.height) = (data, max(0, width), max(0, height))
        (self.bytesPerRow, self.format) = (bytesPerRow, format)
        let pixels = try? format.pixelFormat(for: "a render destination")
        alphaMode = pixels?.hasAlpha == false ? .none : .premultiplied
        let isGray = pixels.map { [.l, .la, .a, .r].contains($0.layout) } ?? false
        colorSpace = isGray ? CGColorSpace(name: CGColorSpace.linearGray) : .standard
    }

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// The memory's pixels, checked.
    func view() throws -> PixelView {
        let pixels = try format.pixelFormat(for: "a render destination")
        try CIContext.check(colorSpace, for: "a render destination")
        let (tight, overflow) = width.multipliedReportingOverflow(by: pixels.bytesPerPixel)
        guard width > 0, height > 0 else {
            throw CIError.malformedBitmap(reason: "a destination of \(width) × \(height) holds no pixel")
        }
        guard !overflow, bytesPerRow >= tight else {
            throw CIError.malformedBitmap(
                reason: "a row of \(width) pixels takes more than the \(bytesPerRow) bytes that rows are apart")
        }
        if isFlipped {
            return PixelView(bounds: bounds, format: pixels, base: data, bytesPerRow: bytesPerRow, keeping: self)
        }
        return PixelView(topLeft: data, bounds: bounds, format: pixels, bytesPerRow: bytesPerRow, keeping: self)
    }
}
