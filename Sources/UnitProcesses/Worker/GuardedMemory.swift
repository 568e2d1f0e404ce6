import CSandbox
import Glibc

/// Memory for pixels in a worker, far from all other memory: code that reads or writes beyond it ends there, and the
/// host's error names the pixel if ``describe(_:ofImage:first:bytesPerRow:bytesPerPixel:)`` has said where the pixels
/// are.
///
/// Distance costs neither memory nor address space. Where the system has no such place, the memory lies where the
/// system puts it. Safe to pass between threads; who touches the bytes at the same time has to agree on it.
public final class GuardedMemory: Sendable {
    /// The first byte, at the start of a page.
    public nonisolated(unsafe) let start: UnsafeMutableRawPointer
    /// The size in bytes.
    public let byteCount: Int

    /// Whole pages of zeros, as many as hold these bytes; nil where there is no memory.
    convenience init?(holding byteCount: Int) {
        let size = SharedMemory.wholePages(byteCount)
        guard size > 0, let start = csandbox_map(-1, 0, UInt64(size), 1) else { return nil }
        self.init(start, size)
    }

    /// Takes over a mapping of `csandbox_map`.
    init(_ start: UnsafeMutableRawPointer, _ byteCount: Int) { (self.start, self.byteCount) = (start, byteCount) }

    deinit { csandbox_unmap(start, UInt64(byteCount)) }

    /// The bytes, for as long as `body` runs. Memory that was mapped for reading can't be written.
    public func withUnsafeMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeMutableRawBufferPointer(start: start, count: byteCount))
    }

    /// Says which pixels the memory holds, for errors about code that leaves them in the call that this thread works
    /// for.
    ///
    /// - Parameters:
    ///   - image: The number of the input that they belong to; nil for the output.
    ///   - first: Bytes from ``start`` to the lower left pixel.
    ///   - bytesPerRow: Bytes from a row to the one above it, which may be negative.
    public func describe(
        _ region: PixelRegion, ofImage image: Int?, first: Int, bytesPerRow: Int, bytesPerPixel: Int
    ) {
        var raster = csandbox_raster(
            image: Int64(image ?? -1), x: Int64(region.x), y: Int64(region.y), width: Int64(region.width),
            height: Int64(region.height), first: Int64(first), bytes_per_row: Int64(bytesPerRow),
            bytes_per_pixel: Int64(bytesPerPixel))
        csandbox_describe(start, &raster)
    }

    /// Takes back what was said of the memory.
    func forgetPixels() { csandbox_describe(start, nil) }
}
