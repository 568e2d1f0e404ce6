import VideoExchange

/// What is assumed about the pictures of a video, and what a result can't keep of them.
enum PictureNotes {
    /// Returns lines for standard error.
    ///
    /// - Parameters:
    ///   - codec: The codec of the result; nil for raw frames in YUV4MPEG2.
    ///   - format: The format of the result's frames.
    static func notes(
        on input: VideoInput, in destination: VideoDestination, _ codec: String?, _ format: FrameFormat
    ) -> [String] {
        guard let track = input.stream?.video else { return [] }
        return [
            interlacing(track.fieldOrder).map { "\(input.name): \($0)" },
            depth(track, destination, codec, format).map { "\(input.name): \($0)" },
            chroma(track, codec, format).map { "\(input.name): \($0)" },
            alpha(track, codec, format).map { "\(input.name): \($0)" },
        ].compactMap(\.self)
    }

    /// Returns a note for an order of fields. The second letter is the field that is shown first.
    private static func interlacing(_ order: String?) -> String? {
        guard let order, ["tt", "bb", "tb", "bt"].contains(order) else { return nil }
        let field = order.hasSuffix("t") ? "top" : "bottom"
        return "the video is interlaced, with the \(field) field first; its frames are filtered and written as if they "
            + "were progressive; deinterlace it before with ffmpeg -i INPUT -vf bwdif -c:v ffv1 -c:a copy OUTPUT.mkv"
    }

    /// Returns a note for samples with more bits than the result has.
    private static func depth(
        _ track: VideoTrack, _ destination: VideoDestination, _ codec: String?, _ format: FrameFormat
    ) -> String? {
        let known = track.pixelFormat.flatMap(VideoPixelFormat.init(rawValue:))?.bitDepth
        let kept = format.pixelFormat.bitDepth
        guard let depth = known ?? track.bitDepth, depth > kept else { return nil }
        let loss = "samples of \(depth) bits are written with \(kept) bits in \(codec ?? "YUV4MPEG2")"
        guard kept < 10, codec != nil else { return loss }
        return "\(loss); \(deeper(destination.container)) keeps \(min(depth, 10))"
    }

    /// Returns a note for samples of chroma for each pixel, or each second column, of which the result has fewer.
    private static func chroma(_ track: VideoTrack, _ codec: String?, _ format: FrameFormat) -> String? {
        guard let source = track.pixelFormat.flatMap(VideoPixelFormat.init(rawValue:)), source.model == .yCbCr,
            format.pixelFormat.model == .yCbCr, format.pixelFormat.chromaShare < source.chromaShare
        else { return nil }
        let names = [1: "4:4:4", 2: "4:2:2", 4: "4:2:0"]
        let (before, after) = (Int(1 / source.chromaShare), Int(1 / format.pixelFormat.chromaShare))
        guard let before = names[before], let after = names[after] else { return nil }
        return "chroma is written as \(after) instead of \(before) in \(codec ?? "YUV4MPEG2"); "
            + ".mkv with --codec ffv1 keeps it"
    }

    /// Returns a note for alpha that the result doesn't have.
    private static func alpha(_ track: VideoTrack, _ codec: String?, _ format: FrameFormat) -> String? {
        guard let source = track.pixelFormat.flatMap(VideoPixelFormat.init(rawValue:)), source.hasAlpha,
            !format.pixelFormat.hasAlpha
        else { return nil }
        return "the frames have alpha, and \(codec ?? "YUV4MPEG2") gets none; transparent parts are over black; "
            + ".mkv with --codec ffv1 keeps it"
    }

    /// Returns the options for a codec that has at least 10 bits.
    private static func deeper(_ container: WritingRequest.Container) -> String {
        switch container {
        case .mp4, .mov, .matroska, .mpegts, .nut: "--codec hevc"
        case .webm: "--codec vp9"
        case .avi: "--codec ffv1"
        case .mxf: "--codec prores"
        case .ogg: ".mkv with --codec hevc"
        }
    }
}
