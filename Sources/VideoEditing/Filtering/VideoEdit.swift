import CommandOutput
import CoreImage
import CoreImageVideo
import Foundation
import VideoExchange
import VideoFiles

/// Reads a video, filters its frames, and writes the result.
package struct VideoEdit: Sendable {
    /// The video.
    package let input: VideoInput
    /// Where the result goes.
    package let destination: VideoDestination
    /// How it is read and encoded.
    package let settings: VideoSettings

    /// Creates an edit.
    package init(_ input: VideoInput, to destination: VideoDestination, _ settings: VideoSettings) {
        (self.input, self.destination, self.settings) = (input, destination, settings)
    }

    /// Frames a second of the result, for times that are numbers of frames; 25 if nothing states a rate.
    package var frameRate: Double {
        let track = input.stream?.video
        return (settings.frameRate ?? track?.averageFrameRate ?? track?.nominalFrameRate)?.value ?? 25
    }

    /// Frames a second of the source; 25 if nothing states a rate.
    var sourceFrameRate: Double {
        let track = input.stream?.video
        return (track?.averageFrameRate ?? track?.nominalFrameRate)?.value ?? 25
    }

    /// Passes all frames of the source to a closure, with their times in the result. Nothing is written.
    func look(
        _ context: CIContext, _ interruption: VideoInterruption, progress: ProgressLine?,
        body: @escaping @Sendable (CIImage, Double) async throws -> Void
    ) throws {
        var request = try settings.request(for: input, destination)
        (request.copiedStreams, request.frameDuration) = (.numbers([]), nil)
        // Any size that frames can have will do.
        (request.encoding.codec, request.encoding.pixelFormat, request.encoding.profile) = (.rawvideo, .bgra, nil)
        let origin = (request.start ?? input.description.start ?? .zero).seconds
        let counter = FrameCounter(progress)
        let video = try FilteredVideo(
            input.source, request, context: context, report: { counter.show($0) },
            filter: { frame, time in
                try interruption.check()
                try await body(frame, time.seconds - origin)
                counter.add()
                return FilteredImage(frame)
            })
        try interruption.whileCancelling({ video.cancel() }) {
            _ = try WaitingForTask.result { try await video.run { _, _ in DiscardingSink() } }
        }
        progress?.finish()
    }

    /// Filters all frames.
    ///
    /// - Parameters:
    ///   - filter: What is made of each frame, before the result is cropped and scaled.
    ///   - interruption: Ends the work.
    ///   - progress: Shows how far the work is.
    ///   - keepsNotesOfStreams: Whether streams keep their notes, besides their languages.
    /// - Throws: `Refusal`, `VideoFileError`, the filter's error, or `PictureRunFailure.interrupted`.
    package func run(
        _ filter: any VideoFilter, _ interruption: VideoInterruption, progress: ProgressLine?,
        keepsNotesOfStreams: Bool = true
    ) throws -> VideoEditReport {
        let context = try CIContext(checking: [.cacheIntermediates: false])
        var request = try settings.request(for: input, destination)
        let plan = try framing(&request)
        let origin = (request.start ?? input.description.start ?? .zero).seconds
        let counter = FrameCounter(progress)
        let video = try FilteredVideo(
            input.source, request, context: context, report: { counter.show($0) },
            filter: { frame, time in
                try interruption.check()
                let image = try filter.image(of: frame, at: time.seconds - origin)
                counter.add()
                return FilteredImage(try plan.image(of: image.filling(frame.extent)))
            })
        let frameRate = request.frameDuration?.inverse ?? input.stream?.video?.averageFrameRate
        let summary = try interruption.whileCancelling(
            { video.cancel() }, endReading: { video.endReading() }
        ) {
            try WaitingForTask.result { [destination] in
                try await video.run { writing, format in
                    try destination.open(
                        keepsNotesOfStreams ? writing : writing.withoutNotesOfStreams, format, frameRate: frameRate)
                }
            }
        }
        progress?.finish()
        return VideoEditReport(self, request, video.writing, video.format, summary, seconds: counter.seconds)
    }

    /// Plans the size of the result, and puts it into the request.
    private func framing(_ request: inout FilteringRequest) throws -> VideoFraming.Plan {
        guard let track = input.stream?.video else {
            throw Refusal("\(input.name): there are no moving pictures in it")
        }
        _ = try FrameFormat(track, name: input.name)
        // Codecs with halved chroma need even sides.
        let isHalved = ![.ffv1, .rawvideo, .mjpeg].contains(request.encoding.codec)
        let plan = try settings.framing.plan(
            for: track.uprightSize, pixelShape: track.uprightPixelAspectRatio?.value ?? 1, needsEvenSides: isHalved)
        if !plan.isIdentity { request.size = plan.size }
        if destination.kind == .stream, request.encoding.pixelFormat?.model == .yCbCr {
            request.encoding.colours = YUV4MPEGHeader.assumedColours(
                width: Int(plan.size.width), height: Int(plan.size.height))
        }
        return plan
    }
}

extension CIImage {
    /// Returns the part of the image in a frame, with black where it has no pixels.
    fileprivate func filling(_ frame: CGRect) -> CIImage {
        let part = cropped(to: frame)
        return part.extent == frame ? part : part.composited(over: CIImage(color: .black).cropped(to: frame))
    }
}

extension WritingRequest {
    /// The same without notes of streams, apart from their languages.
    fileprivate var withoutNotesOfStreams: WritingRequest {
        var request = self
        request.streams = streams.map { stream in
            switch stream {
            case .video(var encoding):
                encoding.metadata = encoding.metadata.filter { $0.key == "language" }
                return .video(encoding)
            case .copied(var copied):
                copied.metadata = copied.metadata.filter { $0.key == "language" }
                return .copied(copied)
            }
        }
        return request
    }
}
