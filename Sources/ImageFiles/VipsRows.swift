import CVips

/// Rows of a libvips image, for the thread that made this: libvips ties what reads pixels to a thread.
final class VipsRows {
    private let region: OpaquePointer

    init(_ image: VipsHandle) throws(VipsFailure) {
        guard let region = cvips_new_region(image.pointer) else { throw VipsFailure.taken() }
        self.region = region
    }

    deinit { cvips_release_region(region) }

    /// Writes rows, counted from the top; of an image that was opened for sequential reading, each once and in order.
    func read(_ rows: Range<Int>, into pixels: UnsafeMutableRawPointer, bytesPerRow: Int) throws(VipsFailure) {
        let result = cvips_read_rows(region, Int32(rows.lowerBound), Int32(rows.count), pixels, bytesPerRow)
        guard result == 0 else { throw VipsFailure.taken() }
    }
}
