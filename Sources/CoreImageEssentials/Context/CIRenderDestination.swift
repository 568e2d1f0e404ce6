import Foundation
import ImageGraph
import PixelBuffers
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
    /// The pixel format of the memory. Its raw value is 0 for a pixel buffer whose format isn't one of `CIFormat`.
    public let format: CIFormat
    private let memory: Memory

    /// Where the pixels are.
    private enum Memory {
        case bitmap(UnsafeMutableRawPointer, bytesPerRow: Int)
        case pixelBuffer(CVPixelBuffer)
        case texture(CITexture)
    }

    /// The way in which alpha is stored. The default is premultiplied, or none for a format without alpha.
    open var alphaMode: CIRenderDestinationAlphaMode
    /// The colour space that results are converted to, RGB or gray. nil stores the numbers of the context's working
    /// space.
    ///
    /// The default is sRGB, or linear gray for formats of one channel. That of a pixel buffer is the space attached to
    /// it, if there is one, and nil for two components, depth and disparity.
    open var colorSpace: CGColorSpace? { didSet { colorFailure = nil } }
    /// The error of a pixel buffer's attachments, which is thrown unless another colour space is set.
    private var colorFailure: CIError?
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
        memory = .bitmap(data, bytesPerRow: bytesPerRow)
        (self.width, self.height, self.format) = (max(0, width), max(0, height), format)
        let pixels = try? format.pixelFormat(for: "a render destination")
        alphaMode = pixels?.hasAlpha == false ? .none : .premultiplied
        let isGray = pixels.map { [.l, .la, .a, .r].contains($0.layout) } ?? false
        colorSpace = isGray ? CGColorSpace(name: CGColorSpace.linearGray) : .standard
    }

    /// Creates a destination that is a pixel buffer, and keeps the buffer.
    ///
    /// Colour space and alpha mode are taken from the buffer's format and attachments: `kCVImageBufferCGColorSpaceKey`,
    /// `kCVImageBufferICCProfileKey`, or primaries and transfer function; `kCVImageBufferAlphaChannelModeKey`, and
    /// `kCVImageBufferAlphaChannelIsOpaque` for no alpha. Renderings don't change the attachments, and need no lock of
    /// the buffer. `startTask` throws for a format that cannot be rendered to, and for attached colours that can't be
    /// used, unless `colorSpace` is set. An image that is made of the buffer itself is rendered into separate memory
    /// first.
    public init(pixelBuffer: CVPixelBuffer) {
        memory = .pixelBuffer(pixelBuffer)
        (width, height) = (pixelBuffer.width, pixelBuffer.height)
        let pixels = pixelBuffer.format.reordering == nil ? pixelBuffer.format.pixels : nil
        format = pixels.flatMap { CIFormat($0) } ?? CIFormat(rawValue: 0)
        alphaMode =
            switch pixelBuffer.format.hasAlpha ? pixelBuffer.alphaState : .opaque {
            case .opaque: .none
            case .premultiplied: .premultiplied
            case .unpremultiplied: .unpremultiplied
            }
        do throws(CIError) {
            colorSpace = try pixelBuffer.pixelColorSpace(for: "a render destination")
        } catch {
            colorFailure = error
        }
    }

    /// Creates a destination that is a texture, and keeps the texture.
    ///
    /// The alpha mode is the texture's, and the colour space sRGB. An image that is made of the texture itself is
    /// rendered into separate memory first.
    public init(texture: CITexture) {
        memory = .texture(texture)
        (width, height, format) = (texture.width, texture.height, texture.format)
        (alphaMode, colorSpace) = (texture.alphaMode, .standard)
    }

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// Returns the pixels for rendering an image, after checking format, colour space and size.
    func pixels(for image: ImageNode) throws -> DestinationPixels {
        if let colorFailure { throw colorFailure }
        try CIContext.check(colorSpace, for: "a render destination")
        switch memory {
        case .bitmap(let data, let bytesPerRow):
            return DestinationPixels(try view(of: data, bytesPerRow: bytesPerRow))
        case .pixelBuffer(let buffer):
            guard !isFlipped else {
                throw CIError.unsupportedPixelBuffer(
                    operation: "a flipped render destination",
                    reason: "its first row is the picture's top row; turn the image upside down instead")
            }
            return try DestinationPixels(of: buffer, for: image)
        case .texture(let texture):
            guard !isFlipped else {
                throw CIError.unusableTexture(
                    reason: "the first row of a texture is the picture's top row; turn the image upside down instead")
            }
            return DestinationPixels(texture)
        }
    }

    /// Returns a view of a bitmap after checking format and size.
    private func view(of data: UnsafeMutableRawPointer, bytesPerRow: Int) throws -> PixelView {
        let pixels = try format.pixelFormat(for: "a render destination")
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
