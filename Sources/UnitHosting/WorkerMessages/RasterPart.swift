import CoreImageEssentials
import Pixels
import Sandboxing
import UnitProcesses

/// The location of a raster in shared memory. It has its own pages and ends with the last byte of the last page; rows
/// run from the bottom up without gaps. A worker maps these pages separately, so that reading beyond the last pixel
/// faults.
struct RasterPart: Equatable {
    /// The rectangle of the pixels.
    let rect: PixelRect
    /// The byte range of the pages; empty for a raster without pixels.
    let pages: Range<Int>

    /// Places a raster in the pages from `start` on; nil if its size in bytes overflows.
    init?(_ rect: PixelRect, from start: Int) {
        let (pixels, overflows) = rect.width.multipliedReportingOverflow(by: rect.height)
        guard !overflows, pixels >= 0, pixels <= (Int.max / 2 - start) / MemoryLayout<SIMD4<Float>>.stride else {
            return nil
        }
        self.rect = rect
        pages = start..<start + SharedMemory.wholePages(pixels * MemoryLayout<SIMD4<Float>>.stride)
    }

    /// The number of bytes in the pages before the first pixel.
    var first: Int { pages.count - rect.area * MemoryLayout<SIMD4<Float>>.stride }

    /// Returns the raster.
    ///
    /// - Parameters:
    ///   - start: The address of the pages, which `keeper` keeps allocated.
    func raster(at start: UnsafeMutableRawPointer, keeping keeper: AnyObject?) -> Raster {
        let pixels = (start + first).assumingMemoryBound(to: SIMD4<Float>.self)
        return Raster(bounds: rect, pixels: pixels, stride: rect.width, keeping: keeper)
    }

    /// Returns the raster in a worker, mapped separately from all other memory. The mapping's description is used in
    /// the error about code that accesses memory outside of it. A raster without pixels gets memory that can't be
    /// accessed.
    ///
    /// - Parameters:
    ///   - memory: The memory that contains the pages.
    ///   - image: The index of the input, which is mapped read-only; nil for the output, which is writable.
    func mapped(from memory: ReceivedMemory, asImage image: Int?) throws -> Raster {
        let pixelSize = MemoryLayout<SIMD4<Float>>.stride
        if pages.isEmpty { return try Self.withoutPixels(ofImage: image, pixelSize: pixelSize) }
        let mapping = try memory.map(pages, forWriting: image == nil)
        mapping.declarePixels(
            PixelRegion(rect), ofImage: image, first: first, bytesPerRow: rect.width * pixelSize,
            bytesPerPixel: pixelSize)
        return raster(at: mapping.start, keeping: mapping)
    }

    private static func withoutPixels(ofImage image: Int?, pixelSize: Int) throws -> Raster {
        let bytesPerRow = GuardedMemory.noPixelsBytesPerRow
        guard
            let memory = GuardedMemory(
                withoutPixelsOfImage: image, bytesPerRow: bytesPerRow, bytesPerPixel: pixelSize)
        else { throw UnitServerError.noMemory }
        return Raster(
            bounds: .empty, pixels: memory.start.assumingMemoryBound(to: SIMD4<Float>.self),
            stride: bytesPerRow / pixelSize, keeping: memory)
    }
}
