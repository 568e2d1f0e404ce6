import CSandbox
import Glibc
import Sandboxing

/// Memory for pixels in a worker, far from all other mappings, so that code that reads or writes beyond it crashes. The
/// host's error then names the pixel, if ``declarePixels(_:ofImage:first:bytesPerRow:bytesPerPixel:)`` was called.
///
/// The distance costs neither memory nor address space. If the system has no free place of this kind, it chooses any
/// other. The object can be passed between threads, but concurrent accesses to the bytes must be synchronised by the
/// caller.
package final class GuardedMemory: Sendable {
    /// The first byte, at the start of a page.
    package nonisolated(unsafe) let start: UnsafeMutableRawPointer
    /// The size in bytes.
    package let byteCount: Int

    /// Maps zero-filled memory of at least `byteCount` bytes, in whole pages. Returns nil if there isn't enough memory.
    convenience init?(holding byteCount: Int) {
        let size = SharedMemory.wholePages(byteCount)
        guard size > 0, let start = csandbox_map(-1, 0, UInt64(size), 1) else { return nil }
        self.init(start, size)
    }

    /// Reserves a page that can't be accessed, for an image of which no pixel is in memory, and declares it as that
    /// image. Code that reads or writes the image crashes, and the host's error names the pixel. Returns nil if there
    /// isn't enough memory.
    ///
    /// - Parameters:
    ///   - image: The index of the input; nil for the output.
    ///   - bytesPerRow: `noPixelsBytesPerRow`, or its negative if rows are stored from the top down.
    package convenience init?(withoutPixelsOfImage image: Int?, bytesPerRow: Int, bytesPerPixel: Int) {
        let size = SharedMemory.wholePages(1)
        guard let start = csandbox_reserve(UInt64(size)) else { return nil }
        self.init(start, size)
        declarePixels(
            PixelRegion(x: 0, y: 0, width: 0, height: 0), ofImage: image, first: 0, bytesPerRow: bytesPerRow,
            bytesPerPixel: bytesPerPixel)
    }

    /// The distance between the rows of an image without pixels, in bytes: so large that the address of a pixel tells
    /// its row and column, and so small that 32,000 rows on both sides are unmapped.
    package static let noPixelsBytesPerRow = 1 << 18

    /// Takes ownership of a mapping made by `csandbox_map` or `csandbox_reserve`.
    init(_ start: UnsafeMutableRawPointer, _ byteCount: Int) { (self.start, self.byteCount) = (start, byteCount) }

    deinit { csandbox_unmap(start, UInt64(byteCount)) }

    /// Calls `body` with the bytes, which are valid only during the call. Memory that was mapped for reading can't be
    /// written.
    package func withUnsafeMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeMutableRawBufferPointer(start: start, count: byteCount))
    }

    /// Declares which pixels the memory holds, for error messages about accesses outside of them. The declaration
    /// belongs to the call that the current thread executes.
    ///
    /// - Parameters:
    ///   - image: The index of the input that the pixels belong to; nil for the output.
    ///   - first: The offset of the lower left pixel from ``start``, in bytes.
    ///   - bytesPerRow: The distance from a row to the one above it, in bytes. May be negative.
    package func declarePixels(
        _ region: PixelRegion, ofImage image: Int?, first: Int, bytesPerRow: Int, bytesPerPixel: Int
    ) {
        var raster = csandbox_raster(
            image: Int64(image ?? -1), x: Int64(region.x), y: Int64(region.y), width: Int64(region.width),
            height: Int64(region.height), first: Int64(first), bytes_per_row: Int64(bytesPerRow),
            bytes_per_pixel: Int64(bytesPerPixel))
        csandbox_declare_pixels(start, &raster)
    }

    /// Removes the declaration of the pixels.
    func removePixelDeclaration() { csandbox_declare_pixels(start, nil) }
}
