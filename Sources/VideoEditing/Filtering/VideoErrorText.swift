import CommandOutput
import VideoFiles

/// Describes errors with the command's options as remedies.
struct VideoErrorText {
    /// Whether what is finished is kept after an error.
    var keepsFinishedPart = false
    /// Where the frames before the error are, if they were kept.
    var keptPath: String?

    func text(of error: any Error) -> String {
        let kept = keptPath.map { " The frames before it are in \($0)." } ?? ""
        guard let error = error as? VideoFileError else {
            let text = StandardError.text(of: error)
            return kept.isEmpty ? text : text + (text.hasSuffix(".") ? "" : ".") + kept
        }
        let place = error.time.map { "\(error.file), \($0)" } ?? error.file
        let remedy = remedy(of: error)
        return "\(place): \(error.cause).\(remedy.isEmpty ? "" : " " + remedy)\(kept)"
    }

    private func remedy(of error: VideoFileError) -> String {
        switch error.kind {
        case .damaged where error.time == nil: return "Get a complete copy of it."
        case .damaged where !error.remedy.isEmpty && !error.remedy.contains("damage policy"):
            // Streams of raw frames can't be read behind damage.
            return keepsFinishedPart ? error.remedy : error.remedy + " Keep them with --keep-partial."
        case .damaged:
            return "Leave out damaged frames with --skip-damage"
                + (keepsFinishedPart ? "." : ", or keep the frames before the damage with --keep-partial.")
        case .limit where error.remedy.contains("VideoLimits"):
            return "If you trust it, rewrite it with ffmpeg: with smaller frames, fewer streams or fewer notes."
        case .unsupported where error.cause.hasPrefix("the container can't hold"):
            return error.cause.contains("Leave the stream out")
                ? "With --copy none it is left out."
                : "Choose another codec, such as --codec vp9 for .webm and h264 for most others, or another ending."
        case .stalled:
            return "Check that nothing has stopped coreimage-video-worker, and leave the machine more processor time."
        case .crashed where !keepsFinishedPart: return error.remedy + " Keep the frames before it with --keep-partial."
        default: return error.remedy
        }
    }
}
