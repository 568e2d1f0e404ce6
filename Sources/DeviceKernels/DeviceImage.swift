import ImageGraph
import Pixels

/// Pixels in a device's memory, which the value keeps.
package struct DeviceImage: Sendable {
    /// Memory that contains all pixels.
    package let memory: any DeviceMemory
    /// Where the pixels are.
    package let pixels: DevicePixels

    /// Distances between rows are multiples of this, so that rows begin where devices read fastest.
    private static let rowAlignment = 256

    /// Creates an image in memory of at least `byteCount(bounds:format:)` bytes. Rows are stored from the bottom up.
    package init(bounds: PixelRect, format: PixelFormat, in memory: any DeviceMemory) {
        self.memory = memory
        pixels = DevicePixels(
            bounds: bounds, format: format, address: memory.address,
            bytesPerRow: Self.bytesPerRow(bounds, format) ?? 0)
    }

    /// Allocates memory for pixels.
    ///
    /// - Throws: `DeviceFailure`.
    package init(bounds: PixelRect, format: PixelFormat, on device: any KernelDevice) throws {
        let memory = try device.memory(byteCount: Self.byteCount(bounds: bounds, format: format))
        self.init(bounds: bounds, format: format, in: memory)
    }

    /// Creates an image of pixels in memory that contains all of them.
    package init(_ memory: any DeviceMemory, _ pixels: DevicePixels) { (self.memory, self.pixels) = (memory, pixels) }

    /// Returns the size of pixels in bytes, at least 1. `Int.max` if it isn't representable, which no memory has.
    package static func byteCount(bounds: PixelRect, format: PixelFormat) -> Int {
        guard let bytesPerRow = bytesPerRow(bounds, format) else { return .max }
        let (size, overflows) = bytesPerRow.multipliedReportingOverflow(by: bounds.height)
        return overflows ? .max : max(1, size)
    }

    private static func bytesPerRow(_ bounds: PixelRect, _ format: PixelFormat) -> Int? {
        let (row, isWide) = bounds.width.multipliedReportingOverflow(by: format.pixelStride)
        let (padded, isWider) = row.addingReportingOverflow(rowAlignment - 1)
        return isWide || isWider ? nil : padded / rowAlignment * rowAlignment
    }

    /// Returns the pixels in a region; nil if there are none.
    package func window(_ region: PixelRect) -> DeviceImage? {
        let part = region.intersection(pixels.bounds)
        if part.isEmpty { return nil }
        return DeviceImage(
            memory,
            DevicePixels(
                bounds: part, format: pixels.format, address: pixels.address(part.x, part.y),
                bytesPerRow: pixels.bytesPerRow))
    }

    /// Returns the same pixels, moved by (`dx`, `dy`).
    package func moved(dx: Int, dy: Int) -> DeviceImage {
        var pixels = pixels
        pixels.bounds = pixels.bounds.moved(dx: dx, dy: dy)
        return DeviceImage(memory, pixels)
    }
}
