import DeviceKernels
import Pixels

/// Pixels that a pass reads: in memory, on a device, or both.
struct HeldPixels: Sendable {
    /// The rectangle of the pixels in memory, or else on the device.
    let bounds: PixelRect
    /// The format that the pixels have in memory.
    let format: PixelFormat
    /// The pixels in memory; nil if they are only on the device.
    private(set) var view: PixelView?
    /// Pixels on the device, in the same format or as floats: a part of `bounds` that was copied there, or all of them.
    /// Nil if there are none.
    var image: DeviceImage?

    /// Creates pixels in memory.
    init(_ view: PixelView) {
        (bounds, format, self.view) = (view.bounds, view.format, view)
    }

    /// Creates pixels that are on a device, and have a format when they are copied to memory.
    init(_ image: DeviceImage, format: PixelFormat) {
        (bounds, self.format, self.image) = (image.pixels.bounds, format, image)
    }

    /// Size of the pixels in bytes, wherever they are.
    var byteCount: Int {
        (view == nil ? 0 : bounds.byteCount(in: format)) + (image?.memory.byteCount ?? 0)
    }

    /// Copies the pixels to memory if they aren't there yet, and returns them.
    ///
    /// - Throws: `DeviceFailure`, `RenderingError.outOfMemory`, or the error of a rendering that was stopped.
    mutating func inMemory(from device: any KernelDevice, _ pool: PixelPool) throws -> PixelView {
        if let view { return view }
        let result = try pool.storage(byteCount: bounds.byteCount(in: format)).view(bounds: bounds, format: format)
        if let image { try device.download(image, bounds, to: result, pool) }
        view = result
        return result
    }
}

extension KernelDevice {
    /// Copies pixels to memory, and converts them to the format of `view`.
    func download(_ image: DeviceImage, _ region: PixelRect, to view: PixelView, _ pool: PixelPool) throws {
        var work = DeviceWork()
        if view.format == image.pixels.format {
            work.downloads = [DeviceWork.Copy(view, image, region)]
            return try perform(work)
        }
        let format = image.pixels.format
        let copy = try pool.storage(byteCount: region.byteCount(in: format)).view(bounds: region, format: format)
        work.downloads = [DeviceWork.Copy(copy, image, region)]
        try perform(work)
        view.convert(copy, region)
    }
}
