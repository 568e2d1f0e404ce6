import CoreImageEssentials
import Foundation
import PixelBuffers
import VideoExchange
import VideoFiles

/// The format in which the frames of a result are encoded.
///
/// Codecs that store all samples, FFV1 and raw video, keep the source's arrangement of samples. Others get 4:2:0,
/// ProRes 4:2:2, in 10 bits if the source has more than 8 and the codec isn't H.264 or one of the older ones, whose
/// 10-bit profiles few players know. Frames keep the tags of the source. What the source leaves open stays open if the
/// size and the kind of samples stay the same, and is stated otherwise. JPEG has the matrix of BT.601, full range, and
/// chroma in the middle between its pixels, whatever a container states.
enum OutputFormat {
    /// Returns the format of the result's frames.
    ///
    /// - Parameters:
    ///   - source: The format of the source's frames.
    ///   - size: The size of the result.
    ///   - pixelAspectRatio: The shape of the result's pixels.
    static func format(
        for source: FrameFormat, _ encoding: FilteringRequest.Encoding, size: CGSize, pixelAspectRatio: Ratio?,
        file: String
    ) throws(VideoFileError) -> FrameFormat {
        guard let width = Int(exactly: size.width), let height = Int(exactly: size.height), width > 0, height > 0,
            max(width, height) <= VideoFrameLayout.maximumSide
        else {
            throw VideoFileError(
                .invalidRequest, file: file, cause: "a size of \(size.width) × \(size.height) pixels is impossible",
                remedy: "Choose whole numbers from 1 to \(VideoFrameLayout.maximumSide).")
        }
        let pixels = encoding.pixelFormat ?? pixelFormat(for: source.pixelFormat, encoding)
        let isHalved = pixels.model == .yCbCr && [.yuv420p, .yuv420p10le, .nv12].contains(pixels)
        if isHalved, [.h264, .hevc].contains(encoding.codec), width % 2 + height % 2 > 0 {
            throw VideoFileError(
                .unsupported, file: file,
                cause: "\(encoding.codec.rawValue) can't store \(width) × \(height) pixels with halved chroma",
                remedy: "Choose a size of \(width + width % 2) × \(height + height % 2) pixels.")
        }
        var format = FrameFormat(
            pixelFormat: pixels, width: width, height: height, pixelAspectRatio: pixelAspectRatio)
        format.colours = colours(for: source, pixels, width, height)
        if encoding.codec == .mjpeg { format.colours = jpegColours(format.colours, pixels, width, height) }
        format.colours.range = encoding.colours.range ?? format.colours.range
        format.colours.primaries = encoding.colours.primaries ?? format.colours.primaries
        format.colours.transfer = encoding.colours.transfer ?? format.colours.transfer
        format.colours.matrix = encoding.colours.matrix ?? format.colours.matrix
        format.colours.chromaLocation = encoding.colours.chromaLocation ?? format.colours.chromaLocation
        return format
    }

    /// Returns the arrangement of samples that a codec gets by default.
    private static func pixelFormat(
        for source: VideoPixelFormat, _ encoding: FilteringRequest.Encoding
    ) -> VideoPixelFormat {
        let isDeep = source.bitDepth > 8
        return switch encoding.codec {
        case .h264, .hevc:
            switch encoding.profile {
            case "high10", "main10": .yuv420p10le
            case "high422": isDeep ? .yuv422p10le : .yuv422p
            case "main422-10": .yuv422p10le
            case "high444": isDeep ? .yuv444p10le : .yuv444p
            case "main444-8": .yuv444p
            case "main444-10": .yuv444p10le
            case "main": .yuv420p
            default: encoding.codec == .hevc && isDeep ? .yuv420p10le : .yuv420p
            }
        case .vp8, .mjpeg: .yuv420p
        case .vp9, .av1: isDeep ? .yuv420p10le : .yuv420p
        case .prores: (encoding.profile ?? "").hasPrefix("4444") ? .yuv444p10le : .yuv422p10le
        case .ffv1: stored(source, packed: false)
        case .rawvideo: stored(source, packed: true)
        }
    }

    /// Returns the arrangement that keeps all samples of the source.
    private static func stored(_ source: VideoPixelFormat, packed: Bool) -> VideoPixelFormat {
        switch source {
        case .gray10le, .gray12le: .gray16le
        case .yuv420p12le: .yuv420p10le
        case .yuv422p12le: .yuv422p10le
        case .yuv444p12le: .yuv444p10le
        // FFV1 has planes, or packed RGB in one order.
        case .nv12 where !packed: .yuv420p
        case .nv16 where !packed, .yuyv422 where !packed, .uyvy422 where !packed: .yuv422p
        case .nv24 where !packed: .yuv444p
        case .p010le where !packed: .yuv420p10le
        case .p210le where !packed: .yuv422p10le
        case .p410le where !packed: .yuv444p10le
        case .rgb24 where !packed, .bgr24 where !packed, .rgb0 where !packed: .bgr0
        case .rgba where !packed, .argb where !packed, .abgr where !packed: .bgra
        case .gbrp where !packed: .bgr0
        case .gbrap where !packed: .bgra
        default: source
        }
    }

    /// Returns the colours in which decoders of JPEG take samples. Numbers 5 and 6 of H.273 are the same matrix.
    private static func jpegColours(
        _ tags: ColourTags, _ pixels: VideoPixelFormat, _ width: Int, _ height: Int
    ) -> ColourTags {
        var tags = tags
        if ![5, 6].contains(tags.matrix) {
            // Colours that aren't stated could otherwise follow from the new matrix.
            let stated = (try? ColourAttachments.attachments(for: tags, pixels)) ?? [:]
            tags.state(VideoColor.completed(stated, width: width, height: height))
            tags.matrix = 6
        }
        (tags.range, tags.chromaLocation) = (.full, .center)
        return tags
    }

    private static func colours(
        for source: FrameFormat, _ target: VideoPixelFormat, _ width: Int, _ height: Int
    ) -> ColourTags {
        var tags = source.colours
        let stated = (try? ColourAttachments.attachments(for: tags, source.pixelFormat)) ?? [:]
        let wasYCbCr = source.pixelFormat.model == .yCbCr
        if wasYCbCr, target.model == .yCbCr {
            let before = VideoColor.completed(stated, width: source.width, height: source.height)
            let after = VideoColor.completed(stated, width: width, height: height)
            if NSDictionary(dictionary: before) != NSDictionary(dictionary: after) { tags.state(before) }
            return tags
        }
        if target.model == .grey, source.pixelFormat.model == .grey { return tags }
        // The range and the siting of other samples say nothing about these.
        (tags.range, tags.chromaLocation, tags.matrix) = (target.model == .rgb ? .full : nil, nil, nil)
        if wasYCbCr {
            tags.state(VideoColor.completed(stated, width: source.width, height: source.height))
        } else {
            // Pixels of RGB are those of sRGB unless stated otherwise.
            (tags.primaries, tags.transfer) = (tags.primaries ?? 1, tags.transfer ?? 13)
        }
        if target.model == .yCbCr {
            let known = (try? ColourAttachments.attachments(for: tags, target)) ?? [:]
            tags.state(VideoColor.completed(known, width: width, height: height))
        } else {
            tags.matrix = nil
        }
        return tags
    }
}

extension ColourTags {
    /// States what attachments say and the tags leave open.
    fileprivate mutating func state(_ attachments: CFDictionary) {
        let stated = ColourAttachments.tags(for: attachments, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        primaries = primaries ?? stated.primaries
        transfer = transfer ?? stated.transfer
        matrix = matrix ?? stated.matrix
    }
}
