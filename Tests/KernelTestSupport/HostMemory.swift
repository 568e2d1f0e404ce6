import DeviceKernels
import Pixels

/// Memory of this process that stands for that of a device. It is full of NaNs until something is written.
package final class HostMemory: DeviceMemory, @unchecked Sendable {
    /// Size in bytes.
    package let byteCount: Int
    private let bytes: UnsafeMutableRawPointer
    private let whenFreed: @Sendable () -> Void

    /// Allocates memory. `whenFreed` is called when the last reference is gone.
    package init(byteCount: Int, whenFreed: @escaping @Sendable () -> Void = {}) {
        (self.byteCount, self.whenFreed) = (byteCount, whenFreed)
        bytes = .allocate(byteCount: byteCount, alignment: 256)
        bytes.initializeMemory(as: UInt8.self, repeating: 0xFF, count: byteCount)
    }

    deinit {
        bytes.deallocate()
        whenFreed()
    }

    /// The address in this process.
    package var address: UInt64 { UInt64(UInt(bitPattern: bytes)) }
}

extension DeviceImage {
    /// The pixels of an image in `HostMemory`.
    package var hostView: PixelView {
        guard let base = UnsafeMutableRawPointer(bitPattern: UInt(pixels.address)) else {
            preconditionFailure("an image without memory")
        }
        return PixelView(
            bounds: pixels.bounds, format: pixels.format, base: base, bytesPerRow: pixels.bytesPerRow, keeping: memory)
    }

    /// A copy of the pixels of an image in `HostMemory`, as floats.
    package var hostFloats: Raster {
        let raster = Raster(bounds: pixels.bounds)
        hostView.unpack(into: raster)
        return raster
    }
}
