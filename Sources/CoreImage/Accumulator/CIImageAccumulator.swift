import Foundation
import Pixels
import Rendering
import SystemResources

/// Keeps the pixels of an image from one step to the next, for effects whose picture is made from the one before: trails, painting, cellular automata.
///
/// `setImage(_:)` renders at once, so that the recipe does not grow with every step. Pixels are kept as numbers of the working space,
/// premultiplied. Safe to share between threads.
open class CIImageAccumulator: NSObject, @unchecked Sendable {
    /// The rectangle that is kept, in working space; whole pixels.
    public let extent: CGRect
    /// The format in which pixels are kept.
    public let format: CIFormat

    private let pixelFormat: PixelFormat
    private let context = CIContext()
    private let lock = NSLock()
    private var pixels: AccumulatedPixels
    /// The image of the present pixels, made when it is asked for.
    private var kept: CIImage?

    /// An accumulator of transparent pixels; nil, with the reason in the log, for an extent or a format that can't be rendered.
    ///
    /// - Parameters:
    ///   - extent: The rectangle, in working space; rounded outwards to whole pixels.
    ///   - format: How to keep pixels: floats keep every value, 8 bits only 0…1 in 256 steps.
    public convenience init?(extent: CGRect, format: CIFormat) {
        do { try self.init(keeping: extent, format: format) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// As `init(extent:format:)`, throwing the reason.
    ///
    /// - Throws: `RenderingError` for an empty or infinite extent, `CIError.unsupportedFormat`, `CIError.malformedBitmap` when the
    ///   pixels take more than half of the memory that the system lets this process have.
    public init(keeping extent: CGRect, format: CIFormat) throws {
        let region = try Renderer.pixelRegion(of: extent)
        self.extent = region.cgRect
        self.format = format
        pixelFormat = try format.pixelFormat(for: "an accumulator")
        let bytes = Double(region.width) * Double(region.height) * Double(pixelFormat.bytesPerPixel)
        guard bytes <= Double(SystemMemory.available) / 2 else {
            throw CIError.malformedBitmap(
                reason:
                    "an accumulator of \(region.width) × \(region.height) pixels takes more than half of the memory; use a smaller extent"
            )
        }
        pixels = AccumulatedPixels(width: region.width, height: region.height, format: pixelFormat)
    }

    /// The image as it is now; later changes don't alter it.
    open func image() -> CIImage {
        lock.withLock {
            if let kept { return kept }
            let image = pixels.isBlank ? CIImage.clear.cropped(to: extent) : picture(of: pixels)
            kept = image
            return image
        }
    }

    private func picture(of pixels: AccumulatedPixels) -> CIImage {
        CIImage(node: .source(AccumulatedSource(pixels), colorManaged: false))
            .transformed(by: CGAffineTransform(translationX: extent.minX, y: extent.minY))
    }

    /// Keeps `image`'s pixels instead of the present ones. An image that can't be rendered leaves them, with the reason in the log.
    open func setImage(_ image: CIImage) { setImage(image, dirtyRect: extent) }

    /// Keeps `image`'s pixels inside `dirtyRect` instead of the present ones, and the present ones elsewhere. Only the pixels inside are
    /// computed, and only memory around them is copied, however large the accumulator is.
    open func setImage(_ image: CIImage, dirtyRect: CGRect) {
        do { try replace(with: image, in: dirtyRect) } catch { logRefusal(error) }
    }

    /// As `setImage(_:dirtyRect:)`, throwing the reason; the present pixels stay then.
    ///
    /// - Throws: what rendering the image throws.
    open func replace(with image: CIImage, in dirtyRect: CGRect) throws {
        let dirty = dirtyRect.standardized.intersection(extent)
        guard !dirty.isEmpty else { return }
        // Whole pixels are replaced, transparent ones included: compositing would keep what lies under them.
        let region = try Renderer.pixelRegion(of: dirty)
        let part = PixelRect(
            x: region.x - Int(extent.minX), y: region.y - Int(extent.minY), width: region.width, height: region.height)
        let view = PixelMemory.view(of: part, format: pixelFormat)
        // Computed apart from the present pixels, which the image may be made of.
        try context.renderBitmap(
            image, to: PixelMemory.top(of: view), rowBytes: part.width * pixelFormat.bytesPerPixel,
            bounds: region.cgRect, format: format, colorSpace: nil)
        lock.withLock {
            pixels.replace(with: view)
            kept = nil
        }
    }

    /// Makes every pixel transparent.
    open func clear() {
        lock.withLock {
            pixels = AccumulatedPixels(width: pixels.width, height: pixels.height, format: pixelFormat)
            kept = nil
        }
    }
}
