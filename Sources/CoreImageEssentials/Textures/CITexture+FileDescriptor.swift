import DeviceKernels
import Foundation
import Pixels

/// Textures in memory that devices and processes share, the counterpart of shared surfaces.
extension CITexture {
    /// Creates a texture of memory that a file descriptor stands for, such as frames of a camera or of a decoder.
    ///
    /// With the CPU, the memory is read and written where it is, between the calls of `DMA_BUF_IOCTL_SYNC` that order
    /// accesses of devices. A device whose driver imports such memory reads and writes it, too; other devices get and
    /// make copies.
    ///
    /// - Parameters:
    ///   - descriptor: A dma-buf, or memory of `memfd_create` with the seal `F_SEAL_SHRINK`, so that pixels can't
    ///     vanish. It stays the application's, which may close it afterwards.
    ///   - offset: The first byte of the top row, a multiple of a pixel's size.
    ///   - bytesPerRow: The distance in bytes between the starts of two rows, a multiple of a pixel's size.
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    ///   - format: `.RGBA8`, `.BGRA8`, `.RGBA16`, `.RGBAh` or `.RGBAf`.
    ///   - device: The device of the context that renders.
    /// - Throws: `CIError.unusableTexture`, `CIError.unsupportedFormat` or `CIError.unusableDevice`.
    public convenience init(
        fileDescriptor descriptor: Int32, offset: Int = 0, bytesPerRow: Int, width: Int, height: Int,
        format: CIFormat, device: CIDevice = .cpu
    ) throws {
        let pixelFormat = try format.texturePixelFormat
        try Self.checkSize(width, height)
        if let own = try device.rendering()?.device,
            let texture = try Self.imported(
                .fileDescriptor(descriptor, offset: offset, bytesPerRow: bytesPerRow), width, height, pixelFormat, own)
        {
            self.init(.device(texture), format: format, device: device)
            return
        }
        let pixels = try DescriptorPixels(
            descriptor, offset: offset, bytesPerRow: bytesPerRow, width: width, height: height, format: pixelFormat)
        self.init(.shared(pixels), format: format, device: device)
    }

    /// Returns a texture of a device; nil if the device doesn't import such memory.
    private static func imported(
        _ memory: TextureMemory, _ width: Int, _ height: Int, _ format: PixelFormat, _ device: any KernelDevice
    ) throws(CIError) -> (any DeviceTexture)? {
        do {
            return try device.texture(memory, width: width, height: height, format: format)
        } catch let failure as DeviceFailure where failure.kind == .unsupported {
            return nil
        } catch {
            throw .unusableTexture(reason: "\(error)")
        }
    }
}
