import CoreImageEssentials
import Foundation
import VideoExchange
import VideoFiles

/// What is read from a source and written to a result, as a request asks for.
struct FilteringPlan: Sendable {
    /// The filtered stream.
    let stream: StreamDescription
    /// The size of frames as they are stored.
    let storedSize: CGSize
    /// How frames are turned.
    let upright: UprightTransform
    /// The size of the result.
    let size: CGSize
    /// The copied streams; the first one is stream 1 of the result.
    let copied: [StreamDescription]
    /// The streams that are left out.
    let omitted: [Int]
    /// The format of the result's frames.
    let format: FrameFormat
    /// What is read.
    let reading: ReadingRequest
    /// What is written.
    let writing: WritingRequest
    /// The time at which the file ends; nil if it isn't known.
    let fileEnd: RationalTime?
    /// The part of the file that is read, in seconds, for progress; nil if its length isn't known.
    let seconds: ClosedRange<Double>?

    /// Plans the filtering of a source.
    ///
    /// - Throws: An error of the kind `unsupported` or `invalidRequest`.
    init(_ request: FilteringRequest, _ file: VideoFileDescription, name: String) throws(VideoFileError) {
        let index = request.stream ?? file.firstVideoStream?.index
        guard let index, let stream = file.streams.first(where: { $0.index == index }), let track = stream.video else {
            throw VideoFileError(
                .unsupported, file: name, cause: "there is no stream of video to filter",
                remedy: "Its streams are: \(file.streams.map(\.kind.rawValue).joined(separator: ", ")).")
        }
        if let start = request.start, let end = request.end, end <= start {
            throw VideoFileError(
                .invalidRequest, file: name, cause: "the time range from \(start) to \(end) is empty",
                remedy: "Choose an end after the start.")
        }
        let fileEnd = file.duration.map { $0 + (file.start ?? .zero) }
        if let start = request.start, let fileEnd, start >= fileEnd {
            throw VideoFileError(
                .invalidRequest, file: name,
                cause: "the time range begins at \(start), and the video ends at \(fileEnd)",
                remedy: "Choose an earlier start.")
        }
        (self.stream, self.fileEnd) = (stream, fileEnd)
        storedSize = CGSize(width: Int(track.width), height: Int(track.height))
        let upright = UprightTransform(track.displayMatrix, size: storedSize)
        self.upright = upright
        size = request.size ?? upright.size
        let isResized = size != upright.size
        let shape = track.pixelAspectRatio.map { upright.exchangesSides ? $0.inverse : $0 }
        let source = try FrameFormat(track, name: name)
        // Before the output is opened, whose error would be about what the source can't change.
        guard FrameForm.of(source.pixelFormat, source.colours.range) != nil else {
            throw .withoutForm(source.pixelFormat, file: name)
        }
        format = try OutputFormat.format(
            for: source, request.encoding, size: size,
            pixelAspectRatio: isResized ? nil : shape, file: name)
        let others = file.streams.filter { $0.index != index }
        switch request.copiedStreams {
        case .all: copied = others.filter { [.video, .audio, .subtitle].contains($0.kind) && $0.codec != "none" }
        case .numbers(let numbers):
            let found = numbers.compactMap { number in others.first { $0.index == number } }
            copied = found
            guard found.count == numbers.count else {
                throw VideoFileError(
                    .invalidRequest, file: name, cause: "not all of the streams \(numbers) can be copied",
                    remedy: "Streams of the file are 0 to \(file.streams.count - 1); \(index) is filtered.")
            }
        }
        let kept = Set(copied.map(\.index))
        omitted = others.map(\.index).filter { !kept.contains($0) }
        reading = ReadingRequest(
            decodedStream: index, copiedStreams: copied.map(\.index), start: request.start,
            damagePolicy: request.damagePolicy, threads: request.decoderThreads)
        writing = Self.writing(request, file, stream, copied, format)
        let start = request.start?.seconds ?? max(0, file.start?.seconds ?? 0)
        let end = request.end?.seconds ?? fileEnd?.seconds
        seconds = end.flatMap { $0 > start ? start...$0 : nil }
    }

    private static func writing(
        _ request: FilteringRequest, _ file: VideoFileDescription, _ stream: StreamDescription,
        _ copied: [StreamDescription], _ format: FrameFormat
    ) -> WritingRequest {
        let schedule = FrameSchedule<Void>(
            sourceBase: stream.timeBase, start: request.start, end: request.end, frameDuration: request.frameDuration,
            origin: request.origin)
        var encoding = VideoEncoding(
            codec: request.encoding.codec, format: format, timeBase: schedule.timeBase,
            frameRate: request.frameDuration?.inverse ?? stream.video?.averageFrameRate)
        encoding.quality = request.encoding.quality
        encoding.preset = request.encoding.preset
        encoding.profile = request.encoding.profile
        encoding.keyFrameInterval = request.encoding.keyFrameInterval
        encoding.threads = request.encoding.threads
        encoding.masteringDisplay = stream.video?.masteringDisplay
        encoding.contentLightLevel = stream.video?.contentLightLevel
        encoding.metadata = stream.metadata.filter { !EncodingNote.isNamed($0.key) }
        encoding.disposition = stream.disposition
        var writing = WritingRequest(container: request.container)
        writing.arrangement = request.arrangement
        writing.metadata = request.metadata ?? file.metadata.filter { $0.key.lowercased() != "encoder" }
        writing.chapters = (request.chapters ?? file.chapters).compactMap {
            $0.cut(from: request.start ?? request.origin, to: request.end)
        }
        writing.streams =
            [.video(encoding)]
            + copied.map {
                .copied(CopiedStream($0, isOptional: !request.requiresCopiedStreams))
            }
        return writing
    }
}

extension FrameFormat {
    /// Creates the format of a track's frames.
    ///
    /// - Throws: An error of the kind `unsupported` if its size or its pixel format isn't known.
    package init(_ track: VideoTrack, name: String) throws(VideoFileError) {
        // FFmpeg's older names for full range.
        let isFull = track.pixelFormat?.hasPrefix("yuvj") ?? false
        let pixelFormat = isFull ? track.pixelFormat.map { "yuv" + $0.dropFirst(4) } : track.pixelFormat
        guard pixelFormat != nil, track.width > 0, track.height > 0 else {
            throw VideoFileError(
                .unsupported, file: name, cause: "the size or the format of the frames isn't known",
                remedy: "Either the file is damaged, or none of its first frames can be decoded.")
        }
        guard let pixels = pixelFormat.flatMap(VideoPixelFormat.init(rawValue:)) else {
            throw VideoFileError(
                .unsupported, file: name,
                cause: "frames of the pixel format \(pixelFormat ?? "unknown") can't be read",
                remedy: "Convert the file: ffmpeg -i INPUT -pix_fmt yuv444p -c:v ffv1 -c:a copy OUTPUT.mkv")
        }
        self.init(
            pixelFormat: pixels, width: Int(track.width), height: Int(track.height), colours: track.colours,
            pixelAspectRatio: track.pixelAspectRatio)
        if isFull { colours.range = .full }
    }
}

extension Chapter {
    /// Returns the part of the chapter in a time range whose start becomes 0; nil if there is none.
    func cut(from first: RationalTime?, to last: RationalTime?) -> Chapter? {
        let (begin, stop) = (max(start, first ?? start), min(end, last ?? end))
        guard begin < stop || begin == stop && start == end else { return nil }
        let origin = first ?? .zero
        return Chapter(start: begin - origin, end: stop - origin, metadata: metadata)
    }
}
