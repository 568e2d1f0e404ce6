import CoreImageEssentials
import Foundation
import MediaSamples
import MediaTime
import PixelBuffers
import VideoExchange
import VideoFiles

/// A frame that waits for the time of the next one, which gives its duration.
struct WaitingFrame {
    let buffer: CVPixelBuffer
    let time: Int64
    let duration: Int64
}

/// What a writing session knows about an input. Used on the session's queue only.
final class WritingInput {
    let input: AVAssetWriterInput
    let settings: VideoOutputSettings?
    /// Samples that came before the file was opened.
    var early: [CMSampleBuffer] = []
    /// The number of the stream; nil before the file was opened, and if there is none because there were no samples.
    var stream: Int?
    var timeBase = Ratio(1, 600)
    var frames: EncoderFrames?
    var waiting: WaitingFrame?
    var lastDuration: Int64 = 0

    init(_ input: AVAssetWriterInput) throws {
        self.input = input
        guard let values = input.outputSettings else {
            settings = nil
            return
        }
        guard input.mediaType == .video else {
            throw AVError(
                .encoderNotFound,
                "Media of the type \(input.mediaType.rawValue) can't be encoded. Pass nil as outputSettings, and append "
                    + "packets of a reader's output without settings.")
        }
        settings = try VideoOutputSettings(values)
    }

    /// Whether the stream can be described.
    var isKnown: Bool { !early.isEmpty || input.isFinished }

    /// Returns the stream for the file; nil if there are no samples.
    func describe(_ container: WritingRequest.Container, _ file: String) throws -> WritingRequest.Stream? {
        guard let settings else {
            let description = early.first?.formatDescription ?? input.sourceFormatHint
            guard var copied = description?.codecFacts as? CopiedStream else {
                guard early.isEmpty else {
                    throw AVError(
                        .operationNotSupportedForAsset,
                        "An input without output settings takes packets that a reader's output without settings gave.")
                }
                if input.isFinished { return nil }
                throw AVError(
                    .operationNotAllowed,
                    "An input has had no packet while others are full, and its format isn't known. Pass the track's "
                        + "format description as sourceFormatHint, or append samples of all inputs in turn.")
            }
            if let language = input.languageCode { copied.metadata["language"] = language }
            timeBase = copied.timeBase
            return .copied(copied)
        }
        guard let first = early.first else {
            return input.isFinished ? nil : try describe(settings, nil, container, file)
        }
        guard let buffer = first.imageBuffer else {
            throw AVError(
                .operationNotSupportedForAsset,
                "A sample without pixels was appended to an input that encodes frames. Pass nil as outputSettings to "
                    + "store packets.")
        }
        return try describe(settings, (buffer, first.presentationTimeStamp), container, file)
    }

    private func describe(
        _ settings: VideoOutputSettings, _ first: (buffer: CVPixelBuffer, time: CMTime)?,
        _ container: WritingRequest.Container, _ file: String
    ) throws -> WritingRequest.Stream {
        guard input.transform.isFinite else {
            throw AVError(
                .operationNotAllowed,
                "\(file): the transform of an input, \(input.transform), isn't made of finite numbers. Set another one."
            )
        }
        let source =
            first.map { FrameFormat(of: $0.buffer) }
            ?? FrameFormat(pixelFormat: .yuv420p, width: settings.width, height: settings.height)
        let format = try OutputFormat.format(
            for: source, settings.encoding, size: CGSize(width: settings.width, height: settings.height),
            pixelAspectRatio: settings.pixelAspectRatio, file: file)
        frames = try EncoderFrames(format, file: file)
        let scale = input.mediaTimeScale > 0 ? input.mediaTimeScale : Self.fineScale(first?.time.timescale ?? 600)
        timeBase = Ratio(1, scale)
        let rate = settings.frameRate
        if container.hasConstantRate {
            guard let rate else {
                throw AVError(
                    .operationNotSupportedForAsset,
                    "\(file): a file of this type has a constant frame rate, and stores no times. State the rate with "
                        + "AVVideoExpectedSourceFrameRateKey, or choose another type, such as MOV or Matroska.")
            }
            timeBase = rate.inverse
        }
        var encoding = VideoEncoding(
            codec: settings.encoding.codec, format: format, timeBase: timeBase, frameRate: rate)
        encoding.quality = settings.encoding.quality
        encoding.profile = settings.encoding.profile
        encoding.keyFrameInterval = settings.encoding.keyFrameInterval
        encoding.displayMatrix = input.transform.displayMatrix
        if let language = input.languageCode { encoding.metadata["language"] = language }
        return .video(encoding)
    }

    /// Returns a multiple of a scale in which times of other common scales are exact, too, or nearly.
    private static func fineScale(_ scale: CMTimeScale) -> CMTimeScale {
        let factor = (90_000 + Int64(scale) - 1) / Int64(max(1, scale))
        return CMTimeScale(exactly: Int64(max(1, scale)) * factor) ?? scale
    }
}

extension CGAffineTransform {
    /// Whether all numbers are finite.
    fileprivate var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }

    /// The nine numbers by which MP4 stores the transform, which must be finite; nil for the identity.
    fileprivate var displayMatrix: [Int32]? {
        guard !isIdentity else { return nil }
        // Numbers have 16 bits before and behind the point.
        func fixed(_ value: CGFloat) -> Int32 { Int32((min(max(value, -32_768), 32_767.99) * 65_536).rounded()) }
        return [fixed(a), fixed(b), 0, fixed(c), fixed(d), 0, fixed(tx), fixed(ty), 1 << 30]
    }
}
