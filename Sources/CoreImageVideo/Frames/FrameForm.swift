import CoreImageEssentials
import PixelBuffers
import VideoExchange

/// The form that frames of a video file have as pixel buffers.
///
/// Formats whose planes Core Video knows are shared: the buffer has the memory of the frame. Others are repacked into a
/// buffer of their own, without a change of their codes' meaning.
struct FrameForm: Hashable, Sendable {
    /// A way to copy samples between a frame and a buffer.
    enum Repacking: Hashable, Sendable {
        /// Planes of Cb and Cr become one with both in turn; 8 bits.
        case chromaPairs
        /// The same with 16 bits, the significant ones of which are moved to the top by `shift`.
        case shiftedChromaPairs(shift: UInt16)
        /// The same for 12 bits of full range, which are scaled so that white stays white.
        case scaledChromaPairs
        /// A plane of grey becomes luma with neutral chroma; 8 bits.
        case neutralChroma
        /// The same with 16 bits, the significant ones of which are moved to the top.
        case shiftedNeutralChroma(shift: UInt16)
        /// A plane of grey is scaled from `maximum` to 65,535.
        case scaledGray(maximum: UInt32)
        /// Planes of G, B, R and perhaps A become one of B, G, R, A; 8 bits.
        case interleavedRGB(hasAlpha: Bool)
        /// Planes of G, B, R and perhaps A become one of R, G, B, A, scaled from `maximum` to 65,535.
        case scaledRGB(maximum: UInt32, hasAlpha: Bool)
        /// Three components of 16 bits get alpha.
        case addedAlpha
        /// The bytes of luma and chroma change places.
        case swappedBytes
    }

    /// Core Video's pixel format.
    let type: OSType
    /// How samples are copied; nil if the memory is shared.
    let repacking: Repacking?
    /// Whether the fourth byte of a pixel has no meaning.
    let ignoresAlpha: Bool

    init(_ type: OSType, _ repacking: Repacking? = nil, ignoresAlpha: Bool = false) {
        (self.type, self.repacking, self.ignoresAlpha) = (type, repacking, ignoresAlpha)
    }

    /// Whether frames of the encoder's format can be made of such buffers without losing bits that the buffer has.
    var canBeWritten: Bool {
        switch repacking {
        case .shiftedChromaPairs(let shift), .shiftedNeutralChroma(let shift): shift == 6
        case .scaledChromaPairs, .scaledGray: false
        default: true
        }
    }
}

extension FrameForm {
    /// Returns the form of frames; nil if Core Video has none.
    ///
    /// - Parameters:
    ///   - range: The range of codes. Without a statement it is full for grey, and video for luma and chroma.
    ///   - preferred: The pixel format to use for frames that can have several.
    static func of(
        _ format: VideoPixelFormat, _ range: ColourTags.Range?, preferring preferred: OSType? = nil
    ) -> FrameForm? {
        let biPlanar =
            range == .full
            ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        if format == .yuv420p, preferred == biPlanar { return FrameForm(biPlanar, .chromaPairs) }
        return switch format.model {
        case .rgb: rgb(format)
        case .grey: range == .video ? limitedGray(format) : fullGray(format)
        case .yCbCr: yCbCr(format, isFull: range == .full)
        }
    }

    private static func rgb(_ format: VideoPixelFormat) -> FrameForm? {
        switch format {
        case .bgra: FrameForm(kCVPixelFormatType_32BGRA)
        case .rgba: FrameForm(kCVPixelFormatType_32RGBA)
        case .argb: FrameForm(kCVPixelFormatType_32ARGB)
        case .abgr: FrameForm(kCVPixelFormatType_32ABGR)
        case .bgr0: FrameForm(kCVPixelFormatType_32BGRA, ignoresAlpha: true)
        case .rgb0: FrameForm(kCVPixelFormatType_32RGBA, ignoresAlpha: true)
        case .rgb24: FrameForm(kCVPixelFormatType_24RGB)
        case .bgr24: FrameForm(kCVPixelFormatType_24BGR)
        case .rgba64le: FrameForm(kCVPixelFormatType_64RGBALE)
        case .rgb48le: FrameForm(kCVPixelFormatType_64RGBALE, .addedAlpha, ignoresAlpha: true)
        case .gbrp: FrameForm(kCVPixelFormatType_32BGRA, .interleavedRGB(hasAlpha: false), ignoresAlpha: true)
        case .gbrap: FrameForm(kCVPixelFormatType_32BGRA, .interleavedRGB(hasAlpha: true))
        case .gbrp10le, .gbrp12le, .gbrp16le, .gbrap10le, .gbrap12le, .gbrap16le:
            FrameForm(
                kCVPixelFormatType_64RGBALE, .scaledRGB(maximum: maximum(format), hasAlpha: format.hasAlpha),
                ignoresAlpha: !format.hasAlpha)
        default: nil
        }
    }

    private static func fullGray(_ format: VideoPixelFormat) -> FrameForm? {
        switch format {
        case .gray: FrameForm(kCVPixelFormatType_OneComponent8)
        case .gray16le: FrameForm(kCVPixelFormatType_OneComponent16)
        default: FrameForm(kCVPixelFormatType_OneComponent16, .scaledGray(maximum: maximum(format)))
        }
    }

    /// Core Video has no grey of video range, so grey becomes luma.
    private static func limitedGray(_ format: VideoPixelFormat) -> FrameForm? {
        format == .gray
            ? FrameForm(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, .neutralChroma)
            : FrameForm(
                kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
                .shiftedNeutralChroma(shift: UInt16(16 - format.bitDepth)))
    }

    private static func yCbCr(_ format: VideoPixelFormat, isFull: Bool) -> FrameForm? {
        func form(_ video: OSType, _ full: OSType, _ repacking: Repacking? = nil) -> FrameForm {
            FrameForm(isFull ? full : video, repacking)
        }
        let shift = UInt16(16 - format.bitDepth)
        let high: Repacking = isFull && format.bitDepth == 12 ? .scaledChromaPairs : .shiftedChromaPairs(shift: shift)
        return switch format {
        case .nv12:
            form(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        case .nv16:
            form(kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange)
        case .nv24:
            form(kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange)
        case .p010le:
            form(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange)
        case .p210le:
            form(kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange)
        case .p410le:
            form(kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr10BiPlanarFullRange)
        case .yuv420p: form(kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange)
        case .yuyv422: form(kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange)
        case .uyvy422 where isFull: FrameForm(kCVPixelFormatType_422YpCbCr8FullRange, .swappedBytes)
        case .uyvy422: FrameForm(kCVPixelFormatType_422YpCbCr8)
        case .yuv422p:
            form(
                kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange,
                .chromaPairs)
        case .yuv444p:
            form(
                kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange,
                .chromaPairs)
        case .yuv420p10le, .yuv420p12le:
            form(
                kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, high)
        case .yuv422p10le, .yuv422p12le:
            form(
                kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, high)
        case .yuv444p10le, .yuv444p12le:
            form(
                kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr10BiPlanarFullRange, high)
        default: nil
        }
    }

    private static func maximum(_ format: VideoPixelFormat) -> UInt32 { 1 << UInt32(format.bitDepth) - 1 }
}
