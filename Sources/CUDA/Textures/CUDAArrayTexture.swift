import DeviceKernels
import Pixels

/// Pixels in an array of an application. Kernels can't address them, so they read copies, and what they write is
/// copied.
final class CUDAArrayTexture: DeviceTexture {
    private let array: CUDAArray
    let width: Int
    let height: Int
    let format: PixelFormat
    private let stream: CUDATextureStream

    /// Distances between rows are multiples of this. The driver may refuse other copies of arrays than those with the
    /// distances of cuMemAllocPitch.
    private static let rowAlignment = 512

    /// Checks an application's array. `bounds` isn't empty, and the device supports the format.
    ///
    /// - Throws: `DeviceFailure` if the array has no such pixels, or `CUDAError`.
    init(_ number: UInt, _ bounds: PixelRect, _ format: PixelFormat, stream: CUDATextureStream) throws {
        let device = stream.device
        guard number != 0 else { throw device.refusal("the CUarray is null; give one of cuArrayCreate") }
        let (text, array) = (CUDATextureStream.text(number), CUDAArray(bits: number))
        guard let found = try device.opened.withContext({ try device.opened.driver.describe(array) }) else {
            throw device.refusal("there is no CUarray \(text) in the device's context; give one that exists")
        }
        guard found.height > 0, found.depth == 0 else {
            throw device.refusal("the CUarray \(text) isn't two-dimensional; give one with a height and without depth")
        }
        guard (found.width, found.height) == (bounds.width, bounds.height) else {
            throw device.refusal(
                "the CUarray \(text) has \(found.width) × \(found.height) pixels, not \(bounds.width) × "
                    + "\(bounds.height); give its own width and height")
        }
        guard found.channels == format.layout.channelCount, Self.formats(format).contains(found.format) else {
            throw device.refusal(
                "the CUarray \(text) has \(found.channels) channels of CUarray_format "
                    + "\(CUDATextureStream.text(found.format)), which aren't \(format.name); give the format that it "
                    + "has")
        }
        (self.array, width, height) = (array, bounds.width, bounds.height)
        (self.format, self.stream) = (format, stream)
    }

    /// The types of channels (`CUarray_format`) that have a format's bytes: integers, and four normalised ones.
    private static func formats(_ format: PixelFormat) -> [UInt32] {
        switch format.component {
        case .uint8: [0x01, 0xc2]
        case .uint16: [0x02, 0xc5]
        case .float16: [0x10]
        case .float32: [0x20]
        }
    }

    var device: any KernelDevice { stream.device }

    func beginReading() throws -> DeviceImage {
        let image = try beginWriting()
        try copy(.fromArray, image, bounds)
        return image
    }

    func beginWriting() throws -> DeviceImage {
        // The memory is allocated afterwards, so that nobody waits with it.
        try stream.wait()
        return try newImage()
    }

    func endWriting(_ image: DeviceImage, _ region: PixelRect) throws {
        guard image.pixels.bounds == bounds, image.pixels.format == format, image.pixels.bytesPerRow < 0,
            stream.device.owns(image.memory), bounds.contains(region)
        else {
            throw DeviceFailure(
                .failed, device: stream.device.description.name,
                reason: "pixels of another texture can't be copied to an array; end the writing that was begun")
        }
        if !region.isEmpty { try copy(.toArray, image, region) }
    }

    func sharesMemory(with other: any DeviceTexture) -> Bool { (other as? CUDAArrayTexture)?.array == array }

    /// Returns memory for all pixels. Rows are stored from the top down, as the array's, so that any region is one
    /// copy.
    private func newImage() throws -> DeviceImage {
        let (row, isWide) = width.multipliedReportingOverflow(by: format.pixelStride)
        let (padded, isWider) = row.addingReportingOverflow(Self.rowAlignment - 1)
        let bytesPerRow = padded / Self.rowAlignment * Self.rowAlignment
        let (byteCount, isLarge) = bytesPerRow.multipliedReportingOverflow(by: height)
        let memory = try stream.device.memory(byteCount: isWide || isWider || isLarge ? .max : byteCount)
        let lowest = memory.address + UInt64((height - 1) * bytesPerRow)
        return DeviceImage(
            memory, DevicePixels(bounds: bounds, format: format, address: lowest, bytesPerRow: -bytesPerRow))
    }

    /// Copies a region that isn't empty, and waits for the copy.
    private func copy(_ direction: CUDAArrayCopy.Direction, _ image: DeviceImage, _ region: PixelRect) throws {
        let (device, opened) = (stream.device, stream.device.opened)
        let copy = CUDAArrayCopy(
            direction, array: array, x: region.x * format.pixelStride, y: height - region.maxY,
            memory: image.pixels.address(region.x, region.maxY - 1), bytesPerRow: -image.pixels.bytesPerRow,
            width: region.width * format.pixelStride, rows: region.height)
        try device.reportingFailures {
            try device.pool.duringWork {
                try opened.withContext {
                    try opened.withStream { stream in
                        try opened.finishing(stream) {
                            try opened.driver.copy(copy, on: stream)
                            guard try opened.wait(for: stream, limit: device.limits.time) else {
                                throw CUDAError.copyTimedOut(limit: device.limits.time)
                            }
                        }
                    }
                }
            }
        }
    }
}
