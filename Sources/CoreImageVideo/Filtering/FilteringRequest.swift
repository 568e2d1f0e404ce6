import ChildProcesses
import CoreImageEssentials
import Foundation
import MediaTime
import VideoExchange

/// What is read, filtered and written.
package struct FilteringRequest: Sendable {
    /// The streams that are stored without decoding them.
    package enum CopiedStreams: Sendable, Hashable {
        /// Video, audio and subtitles other than the filtered stream. Streams of data and attachments are left out.
        case all
        /// The streams with these numbers, in this order.
        case numbers([Int])
    }

    /// How the frames of the result are encoded.
    package struct Encoding: Sendable, Hashable {
        /// The codec.
        package var codec = VideoEncoding.Codec.h264
        /// What the encoder aims at.
        package var quality = VideoEncoding.Quality.standard
        /// The encoder's preset; nil for its default.
        package var preset: String?
        /// The codec's profile; nil for the encoder's choice.
        package var profile: String?
        /// The largest distance between frames that are decodable by themselves, in frames.
        package var keyFrameInterval: Int?
        /// The number of the encoder's threads; 0 for its choice.
        package var threads = 0
        /// The arrangement of samples; nil for that of the source as far as the codec takes it, see ``OutputFormat``.
        package var pixelFormat: VideoPixelFormat?
        /// The colours of the result. What is nil is as in the source.
        package var colours = ColourTags()

        /// Creates the default encoding, H.264.
        package init() {}
    }

    /// The stream that is filtered; nil for the first one of video.
    package var stream: Int?
    /// The streams that are copied.
    package var copiedStreams = CopiedStreams.all
    /// Whether it is an error if the container can't hold one of the copied streams. If not, it is left out.
    package var requiresCopiedStreams = false
    /// The start of the part that is read, which becomes time 0. Nil for all of the file with its times.
    package var start: RationalTime?
    /// The time of the source that becomes 0 if ``start`` is nil; nil for 0 itself. Everything is read, and what is
    /// before it gets negative times.
    package var origin: RationalTime?
    /// The end of the part that is read; nil for the end of the file.
    package var end: RationalTime?
    /// The distance of frames in the result; nil for the times and durations of the source, or in containers of a
    /// constant rate for the source's average.
    package var frameDuration: Ratio?
    /// The size of the result in pixels; nil for that of the upright source.
    package var size: CGSize?
    /// The container.
    package var container = WritingRequest.Container.mp4
    /// The layout of MP4 and MOV files.
    package var arrangement = WritingRequest.Arrangement.indexAtEnd
    /// How frames are encoded.
    package var encoding = Encoding()
    /// Notes about the file; nil for those of the source.
    package var metadata: [String: String]?
    /// The chapters, with times of the source; nil for those of the source.
    package var chapters: [Chapter]?
    /// What happens at a damaged frame.
    package var damagePolicy = ReadingRequest.DamagePolicy.stop
    /// The number of the decoder's threads; 0 for one for each processor.
    package var decoderThreads = 0
    /// Whether what was finished before an error stays, if it can be played.
    package var keepsFinishedPart = false

    /// Creates a request to filter the first stream of video into an MP4 file with H.264.
    package init() {}
}

extension FilteringRequest {
    /// Returns the request with a distance of frames, if the container needs one: that of the source's average rate.
    func timed(for file: VideoFileDescription) -> FilteringRequest {
        guard container.hasConstantRate, frameDuration == nil else { return self }
        let index = stream ?? file.firstVideoStream?.index
        let track = file.streams.first { $0.index == index }?.video
        let rates = [track?.averageFrameRate, track?.nominalFrameRate].compactMap(\.self)
        var result = self
        result.frameDuration = (rates.first(where: \.isPositive) ?? Ratio(30, 1)).inverse
        return result
    }
}

/// What has been filtered.
package struct FilteringSummary: Sendable, Hashable {
    /// The frames of the source that have been read.
    package var readFrames: Int64 = 0
    /// The frames of the result.
    package var writtenFrames: Int64 = 0
    /// The packets that have been copied.
    package var copiedPackets: Int64 = 0
    /// Places at which frames were left out because of damage.
    package var damages: [DamageReport] = []
    /// The numbers of the source's streams that the result hasn't got.
    package var omittedStreams: [Int] = []
    /// Those of them that the container can't hold. Their numbers are the source's.
    package var omissions: [StreamOmission] = []
    /// The bytes of the file; 0 if they aren't known.
    package var bytes: Int64 = 0

    /// Creates an empty summary.
    package init() {}
}
