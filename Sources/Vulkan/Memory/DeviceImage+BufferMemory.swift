import DeviceKernels
import Pixels

extension DeviceImage {
    /// The memory of an image on a Vulkan device.
    var bufferMemory: any BufferMemory {
        get throws(DeviceKernelError) {
            guard let memory = memory as? any BufferMemory else {
                throw .wrongDevice(what: "the memory of an image")
            }
            return memory
        }
    }

    /// The pixels where the processor accesses them; nil if it can't. The view doesn't keep the memory alive.
    var mappedView: PixelView? {
        get throws(DeviceKernelError) {
            let memory = try bufferMemory
            guard let start = memory.bytes?.baseAddress else { return nil }
            return PixelView(
                bounds: pixels.bounds, format: pixels.format, base: start + Int(pixels.address - memory.address),
                bytesPerRow: pixels.bytesPerRow, keeping: nil)
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
