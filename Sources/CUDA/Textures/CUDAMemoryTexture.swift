import DeviceKernels
import Pixels

/// Pixels at an address of an application, in rows from the top down. Kernels read and write them in place.
final class CUDAMemoryTexture: DeviceTexture {
    private let image: DeviceImage
    private let bytes: Range<UInt64>
    private let stream: CUDATextureStream

    /// Maximum distance between rows in bytes, which copies of the driver accept (`CU_DEVICE_ATTRIBUTE_MAX_PITCH`).
    private static let rowLimit = Int(Int32.max)

    /// Checks an application's memory. `bounds` isn't empty, and the device supports the format.
    ///
    /// - Throws: `DeviceFailure` if kernels can't access the pixels, or `CUDAError`.
    init(
        _ address: UInt64, bytesPerRow: Int, _ bounds: PixelRect, _ format: PixelFormat, stream: CUDATextureStream
    ) throws {
        let device = stream.device
        let text = CUDATextureStream.text(address)
        guard address != 0 else { throw device.refusal("the CUdeviceptr is null; give one of cuMemAlloc") }
        let alignment = format.deviceAlignment
        guard address.isMultiple(of: UInt64(alignment)) else {
            throw device.refusal(
                "the address \(text) isn't a multiple of \(alignment) bytes, which \(format.name) requires; move the "
                    + "pixels")
        }
        let (row, isWide) = bounds.width.multipliedReportingOverflow(by: format.pixelStride)
        guard !isWide, (row...max(row, Self.rowLimit)).contains(bytesPerRow), bytesPerRow <= Self.rowLimit,
            bytesPerRow.isMultiple(of: alignment)
        else {
            throw device.refusal(
                "rows of \(bounds.width) pixels can't be \(bytesPerRow) bytes apart; give a multiple of \(alignment) "
                    + "bytes that a row fits in, up to \(Self.rowLimit)")
        }
        let (rows, isHigh) = (bounds.height - 1).multipliedReportingOverflow(by: bytesPerRow)
        let (size, isLarge) = rows.addingReportingOverflow(row)
        let (end, isBeyond) = address.addingReportingOverflow(UInt64(clamping: size))
        guard !isHigh, !isLarge, !isBeyond else {
            throw device.refusal("the texture is larger than any memory; give its width and height in pixels")
        }
        try Self.check(address..<end, on: device)
        let memory = CUDATextureMemory(address..<end, on: device.opened)
        image = DeviceImage(
            memory,
            DevicePixels(
                bounds: bounds, format: format, address: address + UInt64(rows), bytesPerRow: -bytesPerRow))
        (bytes, self.stream) = (address..<end, stream)
    }

    /// Checks that kernels can access memory.
    private static func check(_ bytes: Range<UInt64>, on device: CUDADevice) throws {
        let text = CUDATextureStream.text(bytes.lowerBound)
        let (opened, driver) = (device.opened, device.opened.driver)
        let found = try opened.withContext { try driver.describeMemory(at: bytes.lowerBound) }
        guard let found else {
            throw device.refusal("kernels can't access memory at \(text); give memory of cuMemAlloc")
        }
        guard found.deviceAddress == bytes.lowerBound else {
            throw device.refusal(
                "\(text) is an address of the process; give the device's, "
                    + CUDATextureStream.text(found.deviceAddress))
        }
        if let index = found.device, index != opened.index {
            throw device.refusal(
                "the memory at \(text) is that of device \(index), not \(opened.index); copy the pixels, or open that "
                    + "device")
        }
        if let context = found.context, context != opened.context {
            throw device.refusal(
                "the memory at \(text) is of another context; open the device with that context")
        }
        let (end, overflows) = found.start.addingReportingOverflow(found.byteCount)
        guard found.start <= bytes.lowerBound, overflows || bytes.upperBound <= end else {
            throw device.refusal(
                "a texture of \(bytes.count) bytes at \(text) ends outside its memory, which has \(found.byteCount) "
                    + "bytes from \(CUDATextureStream.text(found.start)); allocate as many as it needs")
        }
    }

    var device: any KernelDevice { stream.device }
    var width: Int { image.pixels.bounds.width }
    var height: Int { image.pixels.bounds.height }
    var format: PixelFormat { image.pixels.format }

    func beginReading() throws -> DeviceImage {
        try stream.wait()
        return image
    }

    func beginWriting() throws -> DeviceImage {
        try stream.wait()
        return image
    }

    /// Does nothing: kernels have written the pixels, and renderings have ended when they return.
    func endWriting(_ image: DeviceImage, _ region: PixelRect) throws {}

    func sharesMemory(with other: any DeviceTexture) -> Bool {
        (other as? CUDAMemoryTexture).map { $0.bytes.overlaps(bytes) } ?? false
    }
}
