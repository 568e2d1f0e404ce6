import CV4L2
import CoreImageEssentials
import ImageFiles

/// Copies frames of a camera to pixel buffers of a pool, with the camera's colours. Used by one thread at a time.
final class CaptureUnpacker: @unchecked Sendable {
    private let format: CaptureFormat
    private let width: Int
    private let height: Int
    private let planes: [(bytesPerRow: Int, used: Int, rows: Int)]
    private let type: OSType
    private let attachments: [CFString: CFString]
    private let name: String
    private var pool: CVPixelBufferPool?

    init(_ pixels: v4l2_pix_format, _ format: CaptureFormat, name: String) {
        (self.format, self.name) = (format, name)
        (width, height) = (Int(pixels.width), Int(pixels.height))
        let colors = CaptureColors(pixels)
        type = format.pixelFormat(isFullRange: colors.isFullRange(format))
        attachments = colors.attachments(format)
        let tight = format.planes(width: width, height: height, bytesPerRow: 0).first?.used ?? 0
        planes = format.planes(width: width, height: height, bytesPerRow: max(tight, Int(pixels.bytesperline)))
    }

    /// Returns a frame; nil if it is incomplete or damaged, or there is no memory.
    func pixelBuffer(_ bytes: UnsafeRawBufferPointer) -> CVPixelBuffer? {
        // The last row needs no padding.
        let needed =
            planes.reduce(0) { $0 + $1.bytesPerRow * $1.rows } - (planes.last.map { $0.bytesPerRow - $0.used } ?? 0)
        guard !bytes.isEmpty, bytes.count >= needed, let buffer = emptyBuffer() else { return nil }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        if format.isCompressed { return decode(bytes, buffer) ? buffer : nil }
        copy(bytes, buffer)
        return buffer
    }

    private func emptyBuffer() -> CVPixelBuffer? {
        if pool == nil {
            let attributes: CFDictionary = [
                kCVPixelBufferWidthKey: width, kCVPixelBufferHeightKey: height, kCVPixelBufferPixelFormatTypeKey: type,
            ]
            CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
        }
        var buffer: CVPixelBuffer?
        if let pool { CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) }
        if let buffer {
            for (key, value) in attachments { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
        }
        return buffer
    }

    private func decode(_ bytes: UnsafeRawBufferPointer, _ buffer: CVPixelBuffer) -> Bool {
        guard let target = CVPixelBufferGetBaseAddress(buffer) else { return false }
        do throws(ImageFileError) {
            try JPEGBitmap.decodeRGB(
                Data(bytes), name: "A frame of \(name)", width: width, height: height, into: target,
                bytesPerRow: CVPixelBufferGetBytesPerRow(buffer))
            return true
        } catch {
            logError(error)
            return false
        }
    }

    private func copy(_ bytes: UnsafeRawBufferPointer, _ buffer: CVPixelBuffer) {
        var offset = 0
        for (index, plane) in planes.enumerated() {
            let isPlanar = CVPixelBufferIsPlanar(buffer)
            let target =
                isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, index) : CVPixelBufferGetBaseAddress(buffer)
            let stride =
                isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, index) : CVPixelBufferGetBytesPerRow(buffer)
            guard let target, let source = bytes.baseAddress else { return }
            for row in 0..<plane.rows {
                let (from, to) = (source + offset + row * plane.bytesPerRow, target + row * stride)
                if exchangesBytes {
                    Self.exchangePairs(from, to, count: plane.used)
                } else {
                    to.copyMemory(from: from, byteCount: plane.used)
                }
            }
            offset += plane.bytesPerRow * plane.rows
        }
    }

    /// Whether luma and chroma change their places.
    private var exchangesBytes: Bool { format == .uyvy && type == kCVPixelFormatType_422YpCbCr8FullRange }

    private static func exchangePairs(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, count: Int) {
        for index in stride(from: 0, to: count, by: 2) {
            let pair = source.loadUnaligned(fromByteOffset: index, as: UInt16.self)
            target.storeBytes(of: pair.byteSwapped, toByteOffset: index, as: UInt16.self)
        }
    }
}
