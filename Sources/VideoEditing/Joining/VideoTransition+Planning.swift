import CommandOutput
import CoreImage
import CoreImageVideo
import Foundation
import VideoExchange
import VideoFiles

extension VideoTransition {
    /// The longest video in seconds.
    private static let longestVideo = 1e9

    /// The chapters of the second video, moved to where it is in the result.
    func chapters(from start: RationalTime) -> [Chapter] {
        let shift = start.seconds - (second.description.start ?? .zero).seconds
        func moved(_ time: RationalTime) -> RationalTime {
            // Files can state any times.
            let seconds = min(max(time.seconds + shift, -Self.longestVideo), Self.longestVideo)
            return RationalTime(value: Int64((seconds * 1e6).rounded()), timescale: 1_000_000)
        }
        return second.description.chapters.map {
            Chapter(start: moved($0.start), end: moved($0.end), metadata: $0.metadata)
        }
    }

    /// Plans what is read of the two videos.
    ///
    /// - Throws: `Refusal` if they can't be joined so.
    func plan() throws -> Plan {
        for input in [first, second] where !input.isSeekable {
            throw Refusal("\(input.name): a transition needs files that can be read from any time; write it to a file")
        }
        guard let track = first.stream?.video else {
            throw Refusal("\(first.name): there are no moving pictures in it")
        }
        guard let other = second.stream?.video else {
            throw Refusal("\(second.name): there are no moving pictures in it")
        }
        var settings = settings
        settings.frameRate = settings.frameRate ?? track.averageFrameRate ?? track.nominalFrameRate ?? Ratio(25, 1)
        let rate = settings.frameRate?.value ?? 25
        let frames = max(1, Int(min((duration * rate).rounded(), 1e15)))
        let (one, two) = (try length(first), try length(second))
        for (input, length) in [(first, one), (second, two)] where (length * rate).rounded() < Double(frames) {
            throw Refusal(
                "\(input.name): it lasts \(VideoReport.text(length)), less than the transition of \(VideoReport.text(duration)); "
                    + "choose a shorter --duration")
        }
        // A file may state any duration.
        let before = Int(min((one * rate).rounded(), 1e15)) - frames
        guard before > 0 else {
            throw Refusal(
                "\(first.name): nothing is left before a transition of \(VideoReport.text(duration)); choose a shorter --duration"
            )
        }
        let sound = JoinedSound(first, second, isStream: destination.kind == .stream)
        settings.requiresCopied = false
        settings.copied = .numbers(sound.first.map { [$0.index] } ?? [])
        settings.to = TimePoint(frames: before)
        var request = try settings.request(for: first, destination)
        request.keepsFinishedPart = false
        request.start = Self.start(first)
        let evenSides = ![.ffv1, .rawvideo, .mjpeg].contains(request.encoding.codec)
        let framing = try settings.framing.plan(
            for: track.uprightSize, pixelShape: track.uprightPixelAspectRatio?.value ?? 1, needsEvenSides: evenSides)
        if !framing.isIdentity { request.size = framing.size }
        if destination.kind == .stream, request.encoding.pixelFormat?.model == .yCbCr {
            request.encoding.colours = YUV4MPEGHeader.assumedColours(
                width: Int(framing.size.width), height: Int(framing.size.height))
        }
        var rest = settings
        rest.copied = .numbers(sound.second.map { [$0.index] } ?? [])
        rest.to = nil
        var second = try rest.request(for: self.second, destination)
        (second.start, second.keepsFinishedPart) = (Self.start(self.second), false)
        second.size = framing.size
        // What the first video's frames are encoded as; the second one's own format doesn't count.
        second.encoding.pixelFormat = request.encoding.pixelFormat
        var fitting = VideoFraming()
        fitting.scaling = .exact(.init(framing.size))
        let square = framing.isIdentity ? track.uprightPixelAspectRatio?.value ?? 1 : 1
        let fitted = try fitting.plan(
            for: other.uprightSize, pixelShape: (other.uprightPixelAspectRatio?.value ?? 1) / square,
            needsEvenSides: false)
        var tail = request
        (tail.start, tail.end, tail.copiedStreams) = (request.end, nil, .numbers([]))
        (second.encoding.quality, second.encoding.colours) = (request.encoding.quality, request.encoding.colours)
        let start = RationalTime(stamp: Int64(before), in: request.frameDuration ?? Ratio(1, 25)) ?? .zero
        return Plan(
            first: request, tail: tail, second: second, frames: frames, start: start, sound: sound,
            framings: (framing, fitted), seconds: (Double(before) / rate, two))
    }

    /// Returns the start of a video whose times don't begin at 0, so that they do in the result. Otherwise nil, so that
    /// sound before 0, with which a decoder warms up, is kept.
    private static func start(_ input: VideoInput) -> RationalTime? {
        guard let stream = input.stream, let stamp = stream.start, stamp != 0 else { return nil }
        return RationalTime(stamp: stamp, in: stream.timeBase)
    }

    /// Returns the length of a video in seconds.
    private func length(_ input: VideoInput) throws -> Double {
        let stream = input.stream
        let stated = stream.flatMap { stream in
            stream.duration.flatMap { RationalTime(stamp: $0, in: stream.timeBase)?.seconds }
        }
        guard let seconds = stated ?? input.description.duration?.seconds, seconds > 0, seconds < Self.longestVideo
        else {
            throw Refusal(
                "\(input.name): it doesn't state a possible duration; rewrite it with ffmpeg -i \(input.name) -c copy new.mkv"
            )
        }
        return seconds
    }
}
