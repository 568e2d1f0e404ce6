import CoreImageEssentials
import PixelBuffers
import VideoExchange
import VideoFiles

extension FrameFormat {
    /// The arrangement of samples that is nearest to a pixel format of Core Video.
    private static let formats: [OSType: VideoPixelFormat] = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: .nv12, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: .nv12,
        kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: .nv16, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: .nv16,
        kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: .nv24, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: .nv24,
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: .p010le,
        kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: .p010le,
        kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: .p210le,
        kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: .p210le,
        kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: .p410le,
        kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: .p410le,
        kCVPixelFormatType_420YpCbCr8Planar: .yuv420p, kCVPixelFormatType_420YpCbCr8PlanarFullRange: .yuv420p,
        kCVPixelFormatType_422YpCbCr8: .uyvy422, kCVPixelFormatType_422YpCbCr8_yuvs: .yuyv422,
        kCVPixelFormatType_422YpCbCr8FullRange: .yuyv422, kCVPixelFormatType_OneComponent8: .gray,
        kCVPixelFormatType_OneComponent16: .gray16le,
    ]

    /// Creates the format of a pixel buffer's frames, with its attached colours.
    init(of buffer: CVPixelBuffer) {
        let isDeep = buffer.format.bits > 8
        self.init(
            pixelFormat: Self.formats[buffer.format.type] ?? (isDeep ? .rgba64le : .bgra), width: buffer.width,
            height: buffer.height)
        let attachments = CVBufferCopyAttachments(buffer, .shouldPropagate) ?? [:]
        colours = ColourAttachments.tags(for: attachments, buffer.format.type)
        if buffer.format.content != .yCbCr { (colours.matrix, colours.chromaLocation) = (nil, nil) }
    }
}

extension EncoderFrames {
    /// Copies a buffer to an encoder's memory, if the codes mean the same there.
    ///
    /// - Returns: Whether they do. If not, the buffer has to be rendered.
    func copyCodes(of buffer: CVPixelBuffer, to target: WritableVideoFrame) -> Bool {
        guard buffer.width == target.layout.width, buffer.height == target.layout.height, !buffer.format.hasAlpha,
            meansSame(buffer)
        else { return false }
        if buffer.format.type == type {
            copy(buffer, to: target)
            return true
        }
        let biPlanar =
            type == kCVPixelFormatType_420YpCbCr8PlanarFullRange
            ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        guard target.layout.format == .yuv420p, buffer.format.type == biPlanar else { return false }
        target.copy(of: buffer, by: .chromaPairs)
        return true
    }
}
