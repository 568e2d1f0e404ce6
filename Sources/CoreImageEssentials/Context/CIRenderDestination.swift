import Foundation
import ImageGraph
import Pixels

/// The way in which a destination stores alpha.
public enum CIRenderDestinationAlphaMode: UInt, Sendable, Hashable {
    /// No alpha. The image is shown on black, and an alpha channel is filled with 1.
    case none = 0
    /// Colours are multiplied by alpha.
    case premultiplied = 1
    /// Colours are not multiplied by alpha.
    case unpremultiplied = 2
}

/// Memory that images are rendered into, and the settings of the rendering.
///
/// Coordinates in the destination are pixels from its lower left corner. `startTask` reads the settings when it is
/// called. Change them between these calls, from one thread at a time. The memory must stay valid, and no other code
/// may access it, until every task that renders to it has completed.
open class CIRenderDestination: NSObject, @unchecked Sendable {
    /// The number of pixels in a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The pixel format of the memory.
    public let format: CIFormat
    let data: UnsafeMutableRawPointer
    let bytesPerRow: Int

    /// The way in which alpha is stored. The default is premultiplied, or none for a format without alpha.
    open var alphaMode: CIRenderDestinationAlphaMode
    /// The colour space that results are converted to, RGB or gray. nil stores the numbers of the context's working
    /// space.
    ///
    /// The default is sRGB, or linear gray for formats of one channel.
    open var colorSpace: CGColorSpace?
    /// Whether the first row in memory is the lowest row of the picture instead of the highest.
    open var isFlipped = false
    /// Whether results are clamped to 0…1. Integer formats are always clamped.
    open var isClamped = false
    /// The kernel that blends the image, as the foreground, with the destination's present pixels, or nil to replace
    /// them.
    open var blendKernel: CIBlendKernel?
    /// Whether blending computes with the numbers of `colorSpace` instead of the context's working space.
    open var blendsInDestinationColorSpace = false

    /// Creates a destination in memory.
    ///
    /// The values are checked when a rendering starts.
    ///
    /// - Parameters:
    ///   - data: Memory for `height` rows, the picture's top row first unless `isFlipped` is set.
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    ///   - bytesPerRow: The distance in bytes between the starts of two rows. `startTask` throws if a row of pixels
    ///     needs more.
    ///   - format: The pixel format. `startTask` throws for a format that cannot be rendered to.
    public init(bitmapData data: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int, format: CIFormat) {
        (self.data, self.width, self.height) = (data, max(0, width), max(0, height))
        (self.bytesPerRow, self.format) = (bytesPerRow, format)
        let pixels = try? format.pixelFormat(for: "a render destination")
        alphaMode = pixels?.hasAlpha == false ? .none : .premultiplied
        let isGray = pixels.map { [.l, .la, .a, .r].contains($0.layout) } ?? false
        colorSpace = isGray ? CGColorSpace(name: CGColorSpace.linearGray) : .standard
    }

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// Returns a view of the memory after checking format, colour space and size.
    func view() throws -> PixelView {
        let pixels = try format.pixelFormat(for: "a render destination")
        try CIContext.check(colorSpace, for: "a render destination")
        let (tight, overflow) = width.multipliedReportingOverflow(by: pixels.bytesPerPixel)
        guard width > 0, height > 0 else {
            throw CIError.malformedBitmap(reason: "a destination of \(width) × \(height) holds no pixel")
        }
        guard !overflow, bytesPerRow >= tight else {
            let needed = overflow ? "more than \(Int.max)" : "\(tight)"
            throw CIError.malformedBitmap(
                reason: "a row of \(width) pixels takes \(needed) bytes, but bytesPerRow is \(bytesPerRow)")
        }
        if isFlipped {
            return PixelView(bounds: bounds, format: pixels, base: data, bytesPerRow: bytesPerRow, keeping: self)
        }
        return PixelView(topLeft: data, bounds: bounds, format: pixels, bytesPerRow: bytesPerRow, keeping: self)
    }
}
