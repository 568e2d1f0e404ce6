import CoreImageEssentials
import Foundation
import Logging
import PixelBuffers
import Synchronization
import UntrustedInput
import VideoExchange
import VideoFiles

private let log = Logger(label: "CoreImage.video")

/// Makes pixel buffers of the frames of a track. Thread-safe.
///
/// Where Core Video has the format, a buffer has the memory of its frame, which is released with the buffer. Other
/// frames are repacked into buffers of a pool.
package final class FrameConverter: Sendable {
    private struct Key: Hashable {
        let form: FrameForm
        let width: Int
        let height: Int
    }

    private struct State {
        // Streams change their format rarely, so that one pool is enough.
        var key: Key?
        var pool: CVPixelBufferPool?
        var hasNotedColours = false
    }

    private let file: String
    private let track: VideoTrack?
    private let preferredType: OSType?
    private let state = Mutex(State())

    /// Creates a converter.
    ///
    /// - Parameters:
    ///   - file: The file's name in messages.
    ///   - track: What the file says about the track.
    ///   - preferredType: The pixel format that is used for frames that can have it without a loss.
    package init(file: String, track: VideoTrack?, preferredType: OSType? = nil) {
        (self.file, self.track, self.preferredType) = (file, track, preferredType)
    }

    /// Returns a buffer with a frame's samples, and attachments that state colours, shape of pixels and fields.
    ///
    /// - Throws: An error of the kind `unsupported` if Core Video has no form for the frame; it names what can't be
    ///   expressed, and a command that converts the file.
    package func buffer(of frame: VideoFrame) throws(VideoFileError) -> CVPixelBuffer {
        let form = try form(of: frame)
        let attachments: CFDictionary
        do throws(ColourAttachments.Unsupported) {
            attachments = try FrameAttachments.attachments(for: frame.format, frame.flags, of: track)
        } catch {
            throw unsupported(
                frame, "its colours have \(error.statement), which isn't supported",
                "-vf zscale=primaries=709:transfer=709:matrix=709 -c:v ffv1")
        }
        let buffer: CVPixelBuffer
        if let repacking = form.repacking {
            buffer = try pooled(form, frame)
            Self.memory(of: frame, buffer).read(repacking)
        } else {
            buffer = try shared(form, frame)
        }
        CVBufferSetAttachments(buffer, attachments, .shouldPropagate)
        if form.ignoresAlpha {
            CVBufferSetAttachment(buffer, kCVImageBufferAlphaChannelIsOpaque, true, .shouldPropagate)
        } else if frame.format.pixelFormat.hasAlpha {
            CVBufferSetAttachment(
                buffer, kCVImageBufferAlphaChannelModeKey, kCVImageBufferAlphaChannelMode_StraightAlpha,
                .shouldPropagate)
        }
        noteColours(attachments, frame.format)
        return buffer
    }

    private func form(of frame: VideoFrame) throws(VideoFileError) -> FrameForm {
        let format = frame.format.pixelFormat
        if format.model == .rgb, frame.format.colours.range == .video {
            throw unsupported(
                frame, "red, green and blue have video range", "-vf scale=in_range=limited:out_range=full -c:v ffv1")
        }
        guard let form = FrameForm.of(format, frame.format.colours.range, preferring: preferredType) else {
            throw .withoutForm(format, file: file, time: frame.presentationTime)
        }
        return form
    }

    /// Returns a buffer in the memory of the frame.
    private func shared(_ form: FrameForm, _ frame: VideoFrame) throws(VideoFileError) -> CVPixelBuffer {
        // The memory stays at its address as long as the frame lives, and the buffer keeps the frame.
        let start = frame.withUnsafeBytes { UnsafeMutableRawPointer(mutating: $0.baseAddress) }
        let buffer = start.flatMap { start in
            CVBuffer.wrapping(
                CVBuffer.Plane.planes(of: frame.layout, at: start), width: frame.layout.width,
                height: frame.layout.height, type: form.type, keeping: frame)
        }
        guard let buffer else {
            throw VideoFileError(
                .unsupported, file: file, time: frame.presentationTime,
                cause: "a frame of \(frame.layout.width) × \(frame.layout.height) pixels can't be a pixel buffer")
        }
        return buffer
    }

    private func pooled(_ form: FrameForm, _ frame: VideoFrame) throws(VideoFileError) -> CVPixelBuffer {
        let key = Key(form: form, width: frame.layout.width, height: frame.layout.height)
        let pool = state.withLock { state in
            if state.pool == nil || state.key != key {
                state.key = key
                state.pool = .pool(form.type, width: key.width, height: key.height)
            }
            return state.pool
        }
        var buffer: CVPixelBuffer?
        if let pool { CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) }
        guard let buffer else {
            throw VideoFileError(
                .limit, file: file, time: frame.presentationTime,
                cause: "there is no memory for a frame of \(key.width) × \(key.height) pixels",
                remedy: "Release frames that aren't needed any more.")
        }
        return buffer
    }

    private static func memory(of frame: VideoFrame, _ buffer: CVPixelBuffer) -> FrameMemory {
        // The caller keeps the frame, and the samples are only read.
        let start = frame.withUnsafeBytes { UnsafeMutableRawPointer(mutating: $0.baseAddress!) }
        return FrameMemory(frame: start, layout: frame.layout, buffer: buffer)
    }

    private func unsupported(_ frame: VideoFrame, _ cause: String, _ options: String) -> VideoFileError {
        VideoFileError(file: file, time: frame.presentationTime, cause: cause, converting: options)
    }

    /// Logs once which colours are assumed, if the file doesn't state them.
    private func noteColours(_ stated: CFDictionary, _ format: FrameFormat) {
        guard format.pixelFormat.model == .yCbCr else { return }
        let complete = VideoColor.completed(stated, width: format.width, height: format.height)
        guard complete.count > stated.count,
            state.withLock({ state in
                defer { state.hasNotedColours = true }
                return !state.hasNotedColours
            })
        else { return }
        let tags = ColourAttachments.tags(for: complete, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        let assumed = [
            ("primaries", kCVImageBufferColorPrimariesKey, tags.primaries.map(ColourNames.primaries)),
            ("transfer function", kCVImageBufferTransferFunctionKey, tags.transfer.map(ColourNames.transfer)),
            ("matrix", kCVImageBufferYCbCrMatrixKey, tags.matrix.map(ColourNames.matrix)),
        ].filter { stated[$0.1] == nil }.map { "\($0.0) \($0.2 ?? "\(complete[$0.1] ?? "")")" }
        log.notice("\(printable(file)) doesn't state all of its colours; assumed: \(assumed.joined(separator: ", "))")
    }
}

extension VideoFileError {
    /// Returns the error for a format of frames that pixel buffers can't have.
    static func withoutForm(_ format: VideoPixelFormat, file: String, time: RationalTime? = nil) -> VideoFileError {
        VideoFileError(
            file: file, time: time, cause: "no pixel buffer has the format \(format.rawValue)",
            converting: "-c:v ffv1 -pix_fmt \(format.replacement)")
    }

    /// Creates an error for a file that has to be converted.
    ///
    /// - Parameter options: Options of ffmpeg.
    fileprivate init(file: String, time: RationalTime?, cause: String, converting options: String) {
        self.init(
            .unsupported, file: file, time: time, cause: cause,
            remedy: "Convert the file: ffmpeg -i INPUT \(options) -c:a copy OUTPUT.mkv")
    }
}

extension VideoPixelFormat {
    /// The format without loss that a file can be converted to, if this one has no form as a pixel buffer.
    fileprivate var replacement: String {
        switch self {
        case .yuv411p: "yuv422p"
        case .yuv410p: "yuv420p"
        case .yuv440p: "yuv444p"
        default: bitDepth > 8 ? "gbrap\(bitDepth)le" : "gbrap"
        }
    }
}
