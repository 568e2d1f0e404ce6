import CoreImageEssentials
import Foundation
import Pixels
import Rendering
import SystemResources

/// Keeps the pixels of an image from one step to the next, for effects that compute each picture from the previous one,
/// such as trails, painting or cellular automata.
///
/// `setImage(_:)` renders at once, so that the recipe does not grow with every step. Pixels are stored premultiplied,
/// in extended linear sRGB. Thread-safe.
open class CIImageAccumulator: NSObject, @unchecked Sendable {
    /// The rectangle that is stored, in working space, with integer coordinates.
    public let extent: CGRect
    /// The format in which pixels are stored.
    public let format: CIFormat

    private let pixelFormat: PixelFormat
    private let context = CIContext()
    private let lock = NSLock()
    private var pixels: AccumulatedPixels
    /// The image of the present pixels, created on demand.
    private var kept: CIImage?

    /// Creates an accumulator of transparent pixels. nil, with the reason in the log, when the extent or the format
    /// cannot be used.
    ///
    /// - Parameters:
    ///   - extent: The rectangle to store, in working space; rounded outwards to whole pixels.
    ///   - format: The format in which pixels are stored. Floats store every value; 8 bits store 0…1 in 256 steps.
    public convenience init?(extent: CGRect, format: CIFormat) {
        do { try self.init(keeping: extent, format: format) } catch {
            logError(error)
            return nil
        }
    }

    /// Creates an accumulator of transparent pixels.
    ///
    /// The throwing variant of `init(extent:format:)`, with the same parameters.
    ///
    /// - Throws: `CIError.unsupportedFormat`, or `RenderingError` for an extent that is empty or infinite, or whose
    ///   pixels take more than half of the memory available to this process.
    public init(keeping extent: CGRect, format: CIFormat) throws {
        let region = try Renderer.pixelRegion(of: extent)
        self.extent = region.cgRect
        self.format = format
        pixelFormat = try format.pixelFormat(for: "an accumulator")
        let (bytes, overflow) = region.area.multipliedReportingOverflow(by: pixelFormat.bytesPerPixel)
        let limit = SystemMemory.available / 2
        guard !overflow, bytes <= limit else {
            throw RenderingError.outputTooLarge(region: region, bytes: overflow ? Int.max : bytes, limit: limit)
        }
        pixels = AccumulatedPixels(width: region.width, height: region.height, format: pixelFormat)
    }

    /// Returns the image of the present pixels. Later changes don't affect it.
    open func image() -> CIImage {
        lock.withLock {
            if let kept { return kept }
            let image = pixels.isBlank ? CIImage.clear.cropped(to: extent) : picture(of: pixels)
            kept = image
            return image
        }
    }

    private func picture(of pixels: AccumulatedPixels) -> CIImage {
        CIImage(node: .source(AccumulatedSource(pixels)))
            .transformed(by: CGAffineTransform(translationX: extent.minX, y: extent.minY))
    }

    /// Replaces all pixels by those of `image`. If the image cannot be rendered, the pixels stay as they are and the
    /// reason is written to the log.
    open func setImage(_ image: CIImage) { setImage(image, dirtyRect: extent) }

    /// Replaces the pixels inside `dirtyRect`, in working space, by those of `image`. The other pixels stay as they
    /// are.
    ///
    /// Only the pixels inside are computed, and only memory around them is copied, however large the accumulator is. If
    /// the image cannot be rendered, the pixels stay as they are and the reason is written to the log.
    open func setImage(_ image: CIImage, dirtyRect: CGRect) {
        do { try replace(with: image, in: dirtyRect) } catch { logError(error) }
    }

    /// Replaces the pixels inside `dirtyRect` by those of `image`.
    ///
    /// The throwing variant of `setImage(_:dirtyRect:)`. After an error the pixels stay as they are.
    ///
    /// A rectangle with an edge that is NaN, like one outside of the extent, contains no pixels.
    ///
    /// - Throws: The errors of rendering the image.
    open func replace(with image: CIImage, in dirtyRect: CGRect) throws {
        let dirty = dirtyRect.safeIntersection(extent)
        guard !dirty.isEmpty else { return }
        // Pixels are replaced, including by transparent ones. Compositing would keep the pixels below transparent ones.
        let region = try Renderer.pixelRegion(of: dirty)
        let part = PixelRect(
            x: region.x - Int(extent.minX), y: region.y - Int(extent.minY), width: region.width, height: region.height)
        let view = PixelMemory.view(of: part, format: pixelFormat)
        // The image may be made of the present pixels, so it is rendered into separate memory.
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
