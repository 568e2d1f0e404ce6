import DeviceKernels
import Pixels

extension DeviceImage {
    /// The memory of an image on a Vulkan device.
    var memoryRange: MemoryRange {
        get throws(DeviceKernelError) {
            guard let range = memory as? MemoryRange else { throw .wrongDevice(what: "the memory of an image") }
            return range
        }
    }

    /// The pixels where the processor accesses them. The view doesn't keep the memory alive.
    var mappedView: PixelView {
        get throws {
            let range = try memoryRange
            let bytes = try range.mappedBytes
            // Memory has at least a byte.
            return PixelView(
                bounds: pixels.bounds, format: pixels.format,
                base: bytes.baseAddress! + Int(pixels.address - range.address), bytesPerRow: pixels.bytesPerRow,
                keeping: nil)
        }
    }
}

extension PixelView {
    /// Copies the rows of the pixels of this view from a view of the same format that contains them.
    func copyRows(from source: PixelView) {
        guard !bounds.isEmpty else { return }
        for y in bounds.y..<bounds.maxY {
            row(y).copyMemory(from: source.pixel(bounds.x, y), byteCount: bounds.width * format.pixelStride)
        }
    }
}
