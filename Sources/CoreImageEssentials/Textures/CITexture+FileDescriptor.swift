import Foundation
import Pixels

/// Textures in memory that devices and processes share, the counterpart of shared surfaces.
extension CITexture {
    /// Creates a texture of memory that a file descriptor stands for, such as frames of a camera or of a decoder.
    ///
    /// The CPU reads and writes the memory where it is, between the calls of `DMA_BUF_IOCTL_SYNC` that order accesses
    /// of devices. Other contexts get and make copies.
    ///
    /// - Parameters:
    ///   - descriptor: A dma-buf, or memory of `memfd_create` with the seal `F_SEAL_SHRINK`, so that pixels can't
    ///     vanish. It stays the application's, which may close it afterwards.
    ///   - offset: The first byte of the top row, a multiple of a pixel's size.
    ///   - bytesPerRow: The distance in bytes between the starts of two rows, a multiple of a pixel's size.
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    ///   - format: `.RGBA8`, `.BGRA8`, `.RGBA16`, `.RGBAh` or `.RGBAf`.
    /// - Throws: `CIError.unusableTexture` or `CIError.unsupportedFormat`.
    public convenience init(
        fileDescriptor descriptor: Int32, offset: Int = 0, bytesPerRow: Int, width: Int, height: Int, format: CIFormat
    ) throws {
        let pixelFormat = try format.texturePixelFormat
        try Self.checkSize(width, height)
        let pixels = try DescriptorPixels(
            descriptor, offset: offset, bytesPerRow: bytesPerRow, width: width, height: height, format: pixelFormat)
        self.init(.shared(pixels), format: format, device: .cpu)
    }
}
