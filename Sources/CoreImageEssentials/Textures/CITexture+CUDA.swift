import DeviceKernels
import Foundation

/// Textures of applications that use CUDA. Handles are as Swift imports them from CUDA's headers.
extension CITexture {
    /// Creates a texture of memory of a CUDA device, which kernels read and write where it is.
    ///
    /// - Parameters:
    ///   - address: The `CUdeviceptr` of the first pixel of the top row, a multiple of a pixel's size.
    ///   - bytesPerRow: The distance in bytes between the starts of two rows, a multiple of a pixel's size.
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    ///   - format: `.RGBA8`, `.BGRA8`, `.RGBA16`, `.RGBAh` or `.RGBAf`.
    ///   - stream: The `CUstream` whose work at the beginning of a rendering comes before it, not
    ///     `CU_STREAM_PER_THREAD`; nil for the legacy default stream.
    ///   - device: The device of the memory, see `CIDevice.init(cudaContext:)`.
    /// - Throws: `CIError.unusableTexture` or `CIError.unsupportedFormat`.
    public convenience init(
        cudaMemory address: UInt64, bytesPerRow: Int, width: Int, height: Int, format: CIFormat,
        stream: OpaquePointer? = nil, device: CIDevice
    ) throws {
        try self.init(
            .cudaMemory(address, bytesPerRow: bytesPerRow, stream: UInt(bitPattern: stream)), width: width,
            height: height, format: format, device: device)
    }

    /// Creates a texture of a `CUarray`. Kernels can't access its tiles, so that each rendering copies it within the
    /// device's memory.
    ///
    /// - Parameters:
    ///   - array: The two-dimensional `CUarray`.
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    ///   - format: `.RGBA8`, `.BGRA8`, `.RGBA16`, `.RGBAh` or `.RGBAf`: what the array's four channels are.
    ///   - stream: The `CUstream` whose work at the beginning of a rendering comes before it, not
    ///     `CU_STREAM_PER_THREAD`; nil for the legacy default stream.
    ///   - device: The device of the array, see `CIDevice.init(cudaContext:)`.
    /// - Throws: `CIError.unusableTexture` or `CIError.unsupportedFormat`.
    public convenience init(
        cudaArray array: OpaquePointer, width: Int, height: Int, format: CIFormat, stream: OpaquePointer? = nil,
        device: CIDevice
    ) throws {
        try self.init(
            .cudaArray(UInt(bitPattern: array), stream: UInt(bitPattern: stream)), width: width, height: height,
            format: format, device: device)
    }
}
