import CVips

/// Reads rows of a libvips image. For use by the thread that created it, since a libvips region belongs to a thread.
final class VipsRows: PictureRows {
    private let region: OpaquePointer

    init(_ image: VipsHandle) throws(LibraryFailure) {
        guard let region = cvips_new_region(image.pointer) else { throw Vips.failure() }
        self.region = region
    }

    deinit { cvips_release_region(region) }

    /// Copies rows, counted from the top. From an image opened for sequential reading, each row must be read once and
    /// in order.
    func read(_ rows: Range<Int>, into pixels: UnsafeMutableRawPointer, bytesPerRow: Int) throws(LibraryFailure) {
        let result = cvips_read_rows(region, Int32(rows.lowerBound), Int32(rows.count), pixels, bytesPerRow)
        guard result == 0 else { throw Vips.failure() }
    }
}
