import Pixels
import UnitProcesses

/// Where a raster is in shared memory: in pages of its own, up to the end of the last one, with rows from the bottom up
/// without gaps. A worker maps the pages apart from others, so that reading on behind the last pixel is a fault.
struct RasterPart: Equatable {
    /// The pixels.
    let rect: PixelRect
    /// The bytes of the pages; none for a raster without pixels.
    let pages: Range<Int>

    /// A raster in the pages from `start` on; nil when there are more bytes than anybody has.
    init?(_ rect: PixelRect, from start: Int) {
        let (pixels, overflows) = rect.width.multipliedReportingOverflow(by: rect.height)
        guard !overflows, pixels >= 0, pixels <= (Int.max / 2 - start) / MemoryLayout<SIMD4<Float>>.stride else {
            return nil
        }
        self.rect = rect
        pages = start..<start + SharedMemory.wholePages(pixels * MemoryLayout<SIMD4<Float>>.stride)
    }

    /// Bytes of the pages before the first pixel.
    var first: Int { pages.count - rect.area * MemoryLayout<SIMD4<Float>>.stride }

    /// The raster.
    ///
    /// - Parameters:
    ///   - start: Where the pages are, which `keeper` keeps.
    func raster(at start: UnsafeMutableRawPointer, keeping keeper: AnyObject?) -> Raster {
        let pixels = (start + first).assumingMemoryBound(to: SIMD4<Float>.self)
        return Raster(bounds: rect, pixels: pixels, stride: rect.width, keeping: keeper)
    }

    /// The raster in a worker, apart from all other memory; what the memory is for stands in the error about code that
    /// leaves it.
    ///
    /// - Parameters:
    ///   - memory: What has the pages.
    ///   - image: The number of the input that it is, which can't be written; nil for the output.
    func mapped(from memory: ReceivedMemory, asImage image: Int?) throws -> Raster {
        guard !pages.isEmpty else { return Raster(bounds: rect) }
        let mapping = try memory.map(pages, forWriting: image == nil)
        let pixelSize = MemoryLayout<SIMD4<Float>>.stride
        mapping.describe(
            PixelRegion(rect), ofImage: image, first: first, bytesPerRow: rect.width * pixelSize,
            bytesPerPixel: pixelSize)
        return raster(at: mapping.start, keeping: mapping)
    }
}

extension PixelRegion {
    /// The rectangle as errors of workers have it.
    init(_ rect: PixelRect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}
