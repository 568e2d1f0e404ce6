import CV4L2
import CoreImage
import Foundation
import TestSupport
import Testing

@testable import CoreImageVideo

/// Frames in the formats of cameras as pixel buffers.
@Suite("Formats of cameras")
struct CaptureFormatTests {
    /// A size of odd numbers, and of one pixel.
    private static let sizes = [(5, 3), (4, 2), (1, 1)]

    /// Returns a frame with different bytes and rows that are longer than needed, and its parts as expected: for each
    /// plane the rows without padding.
    private func frame(_ planes: [(stride: Int, used: Int, rows: Int)]) -> (bytes: [UInt8], planes: [[[UInt8]]]) {
        var random = SeededGenerator(seed: 7)
        var (bytes, parts): ([UInt8], [[[UInt8]]]) = ([], [])
        for plane in planes {
            var rows: [[UInt8]] = []
            for _ in 0..<plane.rows {
                let row = (0..<plane.stride).map { _ in UInt8(random.below(256)) }
                bytes += row
                rows.append(Array(row.prefix(plane.used)))
            }
            parts.append(rows)
        }
        return (bytes, parts)
    }

    private func rows(of buffer: CVPixelBuffer, _ plane: Int, used: Int, count: Int) -> [[UInt8]] {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane)! : CVPixelBufferGetBaseAddress(buffer)!
        let stride = isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
        return (0..<count).map { Array(UnsafeRawBufferPointer(start: base + $0 * stride, count: used)) }
    }

    @Test(
        "codes are kept, in every format", arguments: CaptureFormat.allCases.filter { !$0.isCompressed }, [false, true])
    func codes(_ format: CaptureFormat, isFull: Bool) throws {
        for (width, height) in Self.sizes {
            let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
            // Bytes a row with padding, bytes that are used, rows.
            let layout: [(stride: Int, used: Int, rows: Int)] =
                switch format {
                case .yuyv, .uyvy: [(64, 4 * halfWidth, height)]
                case .nv12: [(64, width, height), (64, 2 * halfWidth, halfHeight)]
                case .yu12: [(64, width, height), (32, halfWidth, halfHeight), (32, halfWidth, halfHeight)]
                case .rgb3, .bgr3: [(64, 3 * width, height)]
                default: [(64, width, height)]
                }
            let (bytes, parts) = frame(layout)
            var pixels = v4l2_pix_format()
            (pixels.width, pixels.height, pixels.bytesperline) = (UInt32(width), UInt32(height), 64)
            pixels.priv = cv4l2_format_magic
            pixels.quantization =
                isFull ? V4L2_QUANTIZATION_FULL_RANGE.rawValue : V4L2_QUANTIZATION_LIM_RANGE.rawValue
            let unpacker = CaptureUnpacker(pixels, format, name: "test")
            // The last row may end with its last pixel.
            let last = layout.last.map { $0.stride - $0.used } ?? 0
            let buffer = try bytes.dropLast(last).withUnsafeBytes { try #require(unpacker.pixelBuffer($0)) }
            for (index, plane) in layout.enumerated() {
                var expected = parts[index]
                if format == .uyvy, isFull {
                    expected = expected.map { row in row.indices.map { row[$0 ^ 1] } }
                }
                #expect(rows(of: buffer, index, used: plane.used, count: plane.rows) == expected)
            }
            let type = CVPixelBufferGetPixelFormatType(buffer)
            let fullRange: [CaptureFormat: OSType] = [
                .yuyv: kCVPixelFormatType_422YpCbCr8FullRange, .uyvy: kCVPixelFormatType_422YpCbCr8FullRange,
                .nv12: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
                .yu12: kCVPixelFormatType_420YpCbCr8PlanarFullRange,
            ]
            let videoRange: [CaptureFormat: OSType] = [
                .yuyv: kCVPixelFormatType_422YpCbCr8_yuvs, .uyvy: kCVPixelFormatType_422YpCbCr8,
                .nv12: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, .yu12: kCVPixelFormatType_420YpCbCr8Planar,
            ]
            let others: [CaptureFormat: OSType] = [
                .rgb3: kCVPixelFormatType_24RGB, .bgr3: kCVPixelFormatType_24BGR,
                .grey: kCVPixelFormatType_OneComponent8,
            ]
            #expect(type == (isFull ? fullRange : videoRange)[format] ?? others[format])
            // One byte less is an incomplete frame.
            #expect(bytes.dropLast(last + 1).withUnsafeBytes { unpacker.pixelBuffer($0) } == nil)
        }
    }

    @Test("JPEG frames are decoded, and damaged ones refused")
    func jpeg() throws {
        let image = CIImage(color: CIColor(red: 1, green: 0, blue: 0)).cropped(
            to: CGRect(x: 0, y: 0, width: 16, height: 8))
        let space = CGColorSpace(name: CGColorSpace.sRGB)!
        let data = try #require(sharedContext.jpegRepresentation(of: image, colorSpace: space))
        var pixels = v4l2_pix_format()
        (pixels.width, pixels.height, pixels.colorspace) = (16, 8, V4L2_COLORSPACE_JPEG.rawValue)
        let unpacker = CaptureUnpacker(pixels, .mjpg, name: "test")
        let buffer = try data.withUnsafeBytes { try #require(unpacker.pixelBuffer($0)) }
        for row in rows(of: buffer, 0, used: 48, count: 8) {
            for x in 0..<16 {
                #expect(row[3 * x] >= 250 && row[3 * x + 1] <= 5 && row[3 * x + 2] <= 5)
            }
        }
        #expect(
            CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil) as? String
                == kCVImageBufferTransferFunction_sRGB)
        // Motion JPEG has no Huffman tables: those of the standard are meant, which encoders use unless they optimise.
        var damaged = [Data(), Data(data.prefix(100)), Data(repeating: 7, count: 500)]
        var other = v4l2_pix_format()
        (other.width, other.height) = (8, 8)
        #expect(data.withUnsafeBytes { CaptureUnpacker(other, .jpeg, name: "test").pixelBuffer($0) } == nil)
        damaged.append(Data(data.dropFirst()))
        for data in damaged { #expect(data.withUnsafeBytes { unpacker.pixelBuffer($0) } == nil) }
    }

    /// Colours as Video4Linux states them, and the attachments that they stand for.
    struct Colors: Sendable, CustomTestStringConvertible {
        let name: String
        let space: v4l2_colorspace
        var matrix: v4l2_ycbcr_encoding = V4L2_YCBCR_ENC_DEFAULT
        var transfer: v4l2_xfer_func = V4L2_XFER_FUNC_DEFAULT
        let expected: [CFString?]
        var isFull = false
        var testDescription: String { name }
    }

    @Test(
        "colours of the driver",
        arguments: [
            Colors(name: "unknown", space: V4L2_COLORSPACE_DEFAULT, expected: [nil, nil, nil]),
            Colors(
                name: "a USB camera", space: V4L2_COLORSPACE_SRGB,
                expected: ["ITU_R_709_2", "IEC_sRGB", "ITU_R_601_4"]),
            Colors(
                name: "JPEG", space: V4L2_COLORSPACE_JPEG, expected: ["ITU_R_709_2", "IEC_sRGB", "ITU_R_601_4"],
                isFull: true),
            Colors(
                name: "NTSC", space: V4L2_COLORSPACE_SMPTE170M, expected: ["SMPTE_C", "ITU_R_709_2", "ITU_R_601_4"]),
            Colors(
                name: "PAL", space: V4L2_COLORSPACE_470_SYSTEM_BG,
                expected: ["EBU_3213", "ITU_R_709_2", "ITU_R_601_4"]),
            Colors(
                name: "HDTV", space: V4L2_COLORSPACE_REC709, expected: ["ITU_R_709_2", "ITU_R_709_2", "ITU_R_709_2"]),
            Colors(
                name: "HDR", space: V4L2_COLORSPACE_BT2020, transfer: V4L2_XFER_FUNC_SMPTE2084,
                expected: ["ITU_R_2020", "SMPTE_ST_2084_PQ", "ITU_R_2020"]),
            Colors(
                name: "sRGB with the matrix of HDTV", space: V4L2_COLORSPACE_SRGB, matrix: V4L2_YCBCR_ENC_709,
                expected: ["ITU_R_709_2", "IEC_sRGB", "ITU_R_709_2"]),
            Colors(
                name: "linear light", space: V4L2_COLORSPACE_REC709, transfer: V4L2_XFER_FUNC_NONE,
                expected: ["ITU_R_709_2", "Linear", "ITU_R_709_2"]),
        ])
    func colors(_ colors: Colors) {
        var pixels = v4l2_pix_format()
        (pixels.colorspace, pixels.priv) = (colors.space.rawValue, cv4l2_format_magic)
        (pixels.ycbcr_enc, pixels.xfer_func) = (colors.matrix.rawValue, colors.transfer.rawValue)
        let stated = CaptureColors(pixels)
        let attachments = stated.attachments(.yuyv)
        let keys = [kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey, kCVImageBufferYCbCrMatrixKey]
        #expect(keys.map { attachments[$0] } == colors.expected)
        #expect(stated.isFullRange(.yuyv) == colors.isFull && stated.isFullRange(.rgb3))
        #expect(stated.attachments(.rgb3)[kCVImageBufferYCbCrMatrixKey] == nil)
        // Old drivers leave the newer fields undefined.
        pixels.priv = 0
        (pixels.ycbcr_enc, pixels.xfer_func, pixels.quantization) = (99, 99, V4L2_QUANTIZATION_FULL_RANGE.rawValue)
        #expect(CaptureColors(pixels).isFullRange(.yuyv) == colors.isFull)
    }
}
