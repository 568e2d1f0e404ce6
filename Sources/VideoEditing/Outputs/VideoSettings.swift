import CommandOutput
import CoreImageVideo
import Foundation
import UntrustedInput
import VideoExchange

/// How a command reads a video and encodes the result, apart from what it makes of the frames.
package struct VideoSettings: Sendable {
    /// Which streams besides that of the frames are copied.
    package enum CopiedStreams: Hashable, Sendable {
        case all
        case numbers([Int])

        /// Reads the value of `--copy`: `all`, `none`, or numbers such as `1,3`. Nil if it is none of these.
        package init?(argument: String) {
            switch argument.lowercased() {
            case "all": self = .all
            case "none": self = .numbers([])
            default:
                let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
                guard numbers.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else { return nil }
                self = .numbers(numbers.compactMap(\.self))
            }
        }
    }

    /// The codec; nil for the container's usual one.
    package var codec: VideoEncoding.Codec?
    /// What the encoder aims at.
    package var quality = VideoEncoding.Quality.standard
    /// The encoder's preset and the codec's profile, by the encoder's names.
    package var preset: String?
    package var profile: String?
    /// The start and the end of the part that is kept, from the start of the file.
    package var from: TimePoint?
    package var to: TimePoint?
    /// Frames a second; nil for the times of the source.
    package var frameRate: Ratio?
    /// The size and the part of the result.
    package var framing = VideoFraming()
    /// The streams that are copied.
    package var copied = CopiedStreams.all
    /// Whether it is an error if the result can't hold one of the numbered streams. If not, it is left out.
    var requiresCopied = true
    /// Whether MP4 and MOV consist of fragments.
    package var isFragmented = false
    /// Whether what was finished before an error or an interrupt is kept.
    package var keepsFinishedPart = false
    /// Whether damaged frames are left out, instead of ending with an error.
    package var skipsDamage = false
    /// Whether notes about the file, such as its title and place, are left out.
    package var stripsNotes = false

    /// Creates the default settings.
    package init() {}

    /// The codec that a container usually has.
    package static func usualCodec(of container: WritingRequest.Container) -> VideoEncoding.Codec {
        switch container {
        case .webm: .vp9
        case .ogg: .vp8
        default: .h264
        }
    }

    /// The largest constant rate factor of a codec.
    package static func largestRateFactor(of codec: VideoEncoding.Codec?) -> Double {
        codec == .h264 || codec == .hevc ? 51 : 63
    }

    /// Returns the request for an input.
    ///
    /// - Throws: `Refusal` if the settings don't suit the input.
    func request(for input: VideoInput, _ destination: VideoDestination) throws -> FilteringRequest {
        guard let stream = input.stream, let track = stream.video else {
            throw Refusal(
                "\(input.name): there are no moving pictures in it; its streams are "
                    + input.description.streams.map(\.kind.rawValue).joined(separator: ", "))
        }
        var request = FilteringRequest()
        (request.container, request.keepsFinishedPart) = (destination.container, keepsFinishedPart)
        let isLive = destination.isStandardOutput
        request.arrangement = isFragmented || keepsFinishedPart || isLive ? .fragmented : .indexAtStart
        request.encoding.codec = codec ?? Self.usualCodec(of: destination.container)
        if case .rateFactor(let factor) = quality, factor > Self.largestRateFactor(of: request.encoding.codec) {
            throw Refusal("--crf \(NumberText.text(factor)): \(request.encoding.codec.rawValue) has 0 to 51")
        }
        (request.encoding.quality, request.encoding.preset) = (quality, preset)
        request.encoding.profile = profile
        request.damagePolicy = skipsDamage ? .skip : .stop
        if case .numbers(let numbers) = copied {
            (request.copiedStreams, request.requiresCopiedStreams) = (.numbers(numbers), requiresCopied)
        }
        let rate = frameRate ?? track.averageFrameRate ?? track.nominalFrameRate
        let origin = input.description.start ?? .zero
        request.start = try from?.time(after: origin, frameRate: rate)
        // Files of broadcasts begin at any time.
        if origin > .zero { request.origin = input.description.exactStart }
        request.end = try to?.time(after: origin, frameRate: rate)
        request.frameDuration = frameRate?.inverse
        if stripsNotes { (request.metadata, request.chapters) = ([:], []) }
        if destination.kind == .stream { makeStream(&request, track, rate) }
        return request
    }

    /// Changes a request for the limits of YUV4MPEG2 streams: a grid of times, planes, and no other streams.
    private func makeStream(_ request: inout FilteringRequest, _ track: VideoTrack, _ rate: Ratio?) {
        request.encoding.codec = .rawvideo
        request.copiedStreams = .numbers([])
        request.frameDuration = (rate ?? Ratio(25, 1)).inverse
        request.encoding.pixelFormat = track.pixelFormat.flatMap(VideoPixelFormat.init(rawValue:))
            .map(YUV4MPEGSink.pixelFormat)
    }
}
