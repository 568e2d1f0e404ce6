import CVips

/// Parts of a picture that libvips decodes when they are read.
struct VipsRegions: PictureRegions {
    private let image: VipsHandle
    private let bytesPerPixel: Int

    init(_ image: VipsHandle, bytesPerPixel: Int) { (self.image, self.bytesPerPixel) = (image, bytesPerPixel) }

    func read(
        left: Int, top: Int, width: Int, height: Int, into pixels: UnsafeMutableRawPointer
    ) throws(LibraryFailure) {
        let result = cvips_read(
            image.pointer, Int32(left), Int32(top), Int32(width), Int32(height), pixels, width * bytesPerPixel)
        guard result == 0 else { throw Vips.failure() }
    }

    /// Makes libvips compute the first pixel, and thus everything that all other pixels depend on.
    func readFirstPixel() throws(LibraryFailure) {
        let pixel = UnsafeMutableRawPointer.allocate(byteCount: bytesPerPixel, alignment: 16)
        defer { pixel.deallocate() }
        try read(left: 0, top: 0, width: 1, height: 1, into: pixel)
    }
}
