import Pixels

extension EncodedPicture {
    /// The size of a strip in bytes: it stays in the processor's cache.
    private static let stripSize = 256 << 10
    private static let maximumStripHeight = 256

    /// Produces the pixels in strips of some rows, from the top down, and calls `encode` for each strip.
    func forEachStrip(
        _ encode: (_ pixels: UnsafeRawPointer, _ bytesPerRow: Int, _ rowCount: Int) throws -> Void
    ) throws {
        let bytesPerRow = width * pixelFormat.bytesPerPixel
        // Strips of whole blocks, as JPEG codes them.
        let wanted = max(16, min(Self.maximumStripHeight, Self.stripSize / bytesPerRow) & ~15)
        let step = min(height, wanted)
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: step * bytesPerRow, alignment: 16)
        defer { buffer.deallocate() }
        for top in stride(from: 0, to: height, by: step) {
            let rows = min(step, height - top)
            try produce(PixelRect(x: 0, y: top, width: width, height: rows), buffer, bytesPerRow)
            try encode(buffer, bytesPerRow, rows)
        }
    }
}
