import CV4L2
import CoreImageEssentials

/// A format of Video4Linux that can be read.
enum CaptureFormat: CaseIterable, Hashable, Sendable {
    case yuyv, uyvy, nv12, yu12, rgb3, bgr3, grey, mjpg, jpeg

    /// Returns the format with a code of Video4Linux; nil for others.
    init?(code: UInt32) {
        guard let format = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = format
    }

    /// The code of Video4Linux.
    var code: UInt32 {
        switch self {
        case .yuyv: cv4l2_format_yuyv
        case .uyvy: cv4l2_format_uyvy
        case .nv12: cv4l2_format_nv12
        case .yu12: cv4l2_format_yu12
        case .rgb3: cv4l2_format_rgb3
        case .bgr3: cv4l2_format_bgr3
        case .grey: cv4l2_format_grey
        case .mjpg: cv4l2_format_mjpg
        case .jpeg: cv4l2_format_jpeg
        }
    }

    /// Whether frames are JPEG files.
    var isCompressed: Bool { self == .mjpg || self == .jpeg }

    /// Whether frames have a matrix between RGB and YCbCr.
    var isYCbCr: Bool { [.yuyv, .uyvy, .nv12, .yu12].contains(self) }

    /// The pixel format type of frames.
    func pixelFormat(isFullRange: Bool) -> OSType {
        switch self {
        case .yuyv: isFullRange ? kCVPixelFormatType_422YpCbCr8FullRange : kCVPixelFormatType_422YpCbCr8_yuvs
        // There is no type for the full range in this order; the bytes are exchanged.
        case .uyvy: isFullRange ? kCVPixelFormatType_422YpCbCr8FullRange : kCVPixelFormatType_422YpCbCr8
        case .nv12:
            isFullRange
                ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        case .yu12: isFullRange ? kCVPixelFormatType_420YpCbCr8PlanarFullRange : kCVPixelFormatType_420YpCbCr8Planar
        case .rgb3, .mjpg, .jpeg: kCVPixelFormatType_24RGB
        case .bgr3: kCVPixelFormatType_24BGR
        case .grey: kCVPixelFormatType_OneComponent8
        }
    }

    /// What a format description calls the format: the pixel format type, or the codec.
    var mediaSubType: FourCharCode { isCompressed ? kCMVideoCodecType_JPEG : pixelFormat(isFullRange: false) }

    /// The planes in memory: the bytes per row, for a first plane with `bytesPerRow`, the bytes of a row that are used,
    /// and the number of rows. A compressed frame has none.
    func planes(width: Int, height: Int, bytesPerRow: Int) -> [(bytesPerRow: Int, used: Int, rows: Int)] {
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        return switch self {
        case .yuyv, .uyvy: [(bytesPerRow, 4 * halfWidth, height)]
        case .nv12: [(bytesPerRow, width, height), (bytesPerRow, 2 * halfWidth, halfHeight)]
        case .yu12:
            [(bytesPerRow, width, height)]
                + Array(repeating: ((bytesPerRow + 1) / 2, halfWidth, halfHeight), count: 2)
        case .rgb3, .bgr3: [(bytesPerRow, 3 * width, height)]
        case .grey: [(bytesPerRow, width, height)]
        case .mjpg, .jpeg: []
        }
    }
}

/// JPEG, as a codec.
public let kCMVideoCodecType_JPEG: FourCharCode = 0x6A70_6567
