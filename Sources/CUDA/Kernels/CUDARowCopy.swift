import DeviceKernels
import Pixels

/// A copy between the memory of the process and that of a device, whose rows run from the bottom up.
///
/// The driver copies rows of rising addresses only. So rows of a view that run from the top down, or overlap, are
/// copied by way of memory that this object has.
final class CUDARowCopy: Sendable {
    private let copy: DeviceWork.Copy
    /// The region's pixels where the driver copies them.
    private let rows: PixelView
    private let isOrdered: Bool

    /// Plans the copy of a region that isn't empty.
    init(_ copy: DeviceWork.Copy) {
        self.copy = copy
        let (region, format) = (copy.region, copy.view.format)
        let width = region.width * format.pixelStride
        isOrdered = region.height == 1 || copy.view.bytesPerRow >= width
        rows =
            isOrdered
            ? copy.view.window(region)
            : PixelView(
                bounds: region, format: format,
                base: .allocate(byteCount: width * region.height, alignment: format.deviceAlignment),
                bytesPerRow: width, keeping: nil)
    }

    deinit { if !isOrdered { rows.base.deallocate() } }

    /// Returns the copy to the device. What it reads must stay as it is until the stream has done it.
    func toDevice() -> CUDACopy {
        if !isOrdered {
            for y in rows.bounds.y..<rows.bounds.maxY {
                rows.row(y).copyMemory(from: copy.view.pixel(rows.bounds.x, y), byteCount: rows.bytesPerRow)
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
            copy.view.pixel(rows.bounds.x, y).copyMemory(from: rows.row(y), byteCount: rows.bytesPerRow)
        }
    }

    private func copy(_ direction: CUDACopy.Direction) -> CUDACopy {
        let (region, pixels) = (copy.region, copy.image.pixels)
        let width = region.width * pixels.format.pixelStride
        // The bytes between rows don't matter for a single row, and the driver requires that a row fits.
        return CUDACopy(
            direction, host: rows.base, hostBytesPerRow: region.height == 1 ? width : rows.bytesPerRow,
            device: pixels.address(region.x, region.y), deviceBytesPerRow: pixels.bytesPerRow, width: width,
            rows: region.height)
    }
}
