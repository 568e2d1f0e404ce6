import Foundation
import Pixels
import Rendering

/// Keeps the pixels of an image from one step to the next, for effects whose picture is made from the one before: trails, painting, cellular automata.
///
/// `setImage(_:)` renders at once, so that the recipe does not grow with every step. Pixels are kept as numbers of the working space,
/// premultiplied. Safe to share between threads.
open class CIImageAccumulator: NSObject, @unchecked Sendable {
    /// The rectangle that is kept, in working space; whole pixels.
    public let extent: CGRect
    /// The format in which pixels are kept.
    public let format: CIFormat

    private let pixels: PixelFormat
    private let context = CIContext()
    private let lock = NSLock()
    private var kept: CIImage

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
    ///   pixels take more than half of the machine's memory.
    public init(keeping extent: CGRect, format: CIFormat) throws {
        let region = try Renderer.pixelRegion(of: extent)
        self.extent = region.cgRect
        self.format = format
        pixels = try format.pixelFormat(for: "an accumulator")
        let bytes = Double(region.width) * Double(region.height) * Double(pixels.bytesPerPixel)
        guard bytes <= Double(ProcessInfo.processInfo.physicalMemory) / 2 else {
            throw CIError.malformedBitmap(
                reason:
                    "an accumulator of \(region.width) × \(region.height) pixels takes more than half of the memory; use a smaller extent"
            )
        }
        kept = Self.blank(self.extent)
    }

    /// The image as it is now; later changes don't alter it.
    open func image() -> CIImage { lock.withLock { kept } }

    /// Keeps `image`'s pixels instead of the present ones. An image that can't be rendered leaves them, with the reason in the log.
    open func setImage(_ image: CIImage) { setImage(image, dirtyRect: extent) }

    /// Keeps `image`'s pixels inside `dirtyRect` instead of the present ones, and the present ones elsewhere.
    open func setImage(_ image: CIImage, dirtyRect: CGRect) {
        do { try replace(with: image, in: dirtyRect) } catch { logRefusal(error) }
    }

    /// As `setImage(_:dirtyRect:)`, throwing the reason; the present pixels stay then.
    ///
    /// - Throws: what rendering the image throws.
    open func replace(with image: CIImage, in dirtyRect: CGRect) throws {
        let dirty = dirtyRect.standardized.intersection(extent)
        guard !dirty.isEmpty else { return }
        try lock.withLock {
            // Whole pixels are replaced, transparent ones included: compositing would keep what lies under them.
            let region = try Renderer.pixelRegion(of: dirty).cgRect
            kept =
                region == extent ? try rendered(image) : try rendered(CIImage.replacing(region, of: kept, with: image))
        }
    }

    /// Makes every pixel transparent.
    open func clear() { lock.withLock { kept = Self.blank(extent) } }

    private static func blank(_ extent: CGRect) -> CIImage { CIImage.clear.cropped(to: extent) }

    private func rendered(_ image: CIImage) throws -> CIImage {
        let (width, height) = (Int(extent.width), Int(extent.height))
        let rowBytes = width * pixels.bytesPerPixel
        var data = Data(count: rowBytes * height)
        try data.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            try context.renderBitmap(
                image, to: start, rowBytes: rowBytes, bounds: extent, format: format, colorSpace: nil)
        }
        return CIImage(bitmapData: data, bytesPerRow: rowBytes, size: extent.size, format: format, colorSpace: nil)
            .transformed(by: CGAffineTransform(translationX: extent.minX, y: extent.minY))
    }
}

extension CIImage {
    private static let patch = CIColorKernel(
        """
        kernel vec4 patch(__sample old, __sample new, vec4 area) {
            vec2 d = destCoord();
            return d.x > area.x && d.y > area.y && d.x < area.z && d.y < area.w ? new : old;
        }
        """)

    /// `old` with the pixels of `new` inside `area`, which is whole pixels.
    fileprivate static func replacing(_ area: CGRect, of old: CIImage, with new: CIImage) -> CIImage {
        patch.apply(
            to: old, extent: old.extent, new, CIVector(x: area.minX, y: area.minY, z: area.maxX, w: area.maxY))
    }
}
