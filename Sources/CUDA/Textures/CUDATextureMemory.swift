import DeviceKernels

/// An application's memory of a CUDA device. The application frees it. Thread-safe.
final class CUDATextureMemory: DeviceMemory {
    /// The device's address of a byte at or before the first one, a multiple of 256.
    let address: UInt64
    /// Size in bytes, from there to the last pixel.
    let byteCount: Int
    let opened: OpenCUDADevice

    /// Describes memory that the device can access.
    init(_ bytes: Range<UInt64>, on opened: OpenCUDADevice) {
        address = bytes.lowerBound & ~255
        byteCount = Int(bytes.upperBound - address)
        self.opened = opened
    }
}
