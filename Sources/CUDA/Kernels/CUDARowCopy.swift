import DeviceKernels
import Pixels

/// A copy between the memory of the process and that of a device.
///
/// The driver copies rows of rising addresses only. So rows of a view that overlap, or run in the other direction than
/// the device's, are copied by way of memory that this object has.
final class CUDARowCopy: Sendable {
    private let copy: DeviceWork.Copy
    /// The region's pixels where the driver copies them, with rows in the device's direction.
    private let rows: PixelView
    private let isOrdered: Bool
    /// Whether the device's rows run from the top down.
    private let isTopDown: Bool
    /// Size of a row in bytes.
    private let width: Int

    /// Plans the copy of a region that isn't empty.
    init(_ copy: DeviceWork.Copy) {
        self.copy = copy
        let (region, format) = (copy.region, copy.view.format)
        width = region.width * format.pixelStride
        isTopDown = copy.image.pixels.bytesPerRow < 0
        let distance = isTopDown ? -copy.view.bytesPerRow : copy.view.bytesPerRow
        isOrdered = region.height == 1 || distance >= width
        if isOrdered {
            rows = copy.view.window(region)
            return
        }
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: width * region.height, alignment: format.deviceAlignment)
        rows =
            isTopDown
            ? PixelView(topLeft: memory, bounds: region, format: format, bytesPerRow: width, keeping: nil)
            : PixelView(bounds: region, format: format, base: memory, bytesPerRow: width, keeping: nil)
    }

    deinit { if !isOrdered { rows.row(firstRow).deallocate() } }

    /// The row with the device's lowest address.
    private var firstRow: Int { isTopDown ? rows.bounds.maxY - 1 : rows.bounds.y }

    /// Returns the copy to the device. What it reads must stay as it is until the stream has done it.
    func toDevice() -> CUDACopy {
        if !isOrdered {
            for y in rows.bounds.y..<rows.bounds.maxY {
                rows.row(y).copyMemory(from: copy.view.pixel(rows.bounds.x, y), byteCount: width)
            }
        }
        return copy(.toDevice)
    }

    /// Returns the copy from the device. After the stream has done it, `finish` must be called.
    func fromDevice() -> CUDACopy { copy(.fromDevice) }

    /// Writes what the device has copied to the view.
    func finish() {
        if isOrdered { return }
        for y in rows.bounds.y..<rows.bounds.maxY {
            copy.view.pixel(rows.bounds.x, y).copyMemory(from: rows.row(y), byteCount: width)
        }
    }

    private func copy(_ direction: CUDACopy.Direction) -> CUDACopy {
        let pixels = copy.image.pixels
        // The bytes between rows don't matter for a single row, and the driver requires that a row fits.
        return CUDACopy(
            direction, host: rows.row(firstRow),
            hostBytesPerRow: rows.bounds.height == 1 ? width : abs(rows.bytesPerRow),
            device: pixels.address(rows.bounds.x, firstRow), deviceBytesPerRow: abs(pixels.bytesPerRow), width: width,
            rows: rows.bounds.height)
    }
}
