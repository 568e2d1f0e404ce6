import UntrustedInput
import VideoExchange

/// What a transition between videos has written, for people and for scripts.
package struct VideoTransitionReport: VideoRun.Report {
    /// What is left out, and what is assumed.
    package let notes: [String]
    /// A line about the result.
    package let text: String
    private let object: @Sendable () -> [String: Any]

    /// The same as an object.
    package var json: [String: Any] { object() }

    init(
        _ transition: VideoTransition, _ destination: VideoDestination, _ sound: JoinedSound,
        _ omissions: [StreamOmission],
        _ format: FrameFormat, _ summary: SessionSummary, frames: Int64, packets: Int64, transitionFrames: Int,
        start: Double, duration: Double, seconds: Double
    ) {
        let subtitles = [transition.first, transition.second].flatMap { input in
            input.description.streams.filter { $0.kind == .subtitle }.map {
                OmittedStreamText.text($0, of: input.name, "pictures and sound are joined")
            }
        }
        let tracks = [(transition.first.name, sound.first), (transition.second.name, sound.second)]
        // The sound of both is one stream of the result.
        let codec = destination.kind == .stream ? nil : transition.codec.rawValue
        let pictures = [transition.first, transition.second].flatMap {
            PictureNotes.notes(on: $0, in: destination, codec, format)
        }
        let notes =
            pictures + subtitles + sound.notes
            + (omissions.isEmpty
                ? []
                : tracks.compactMap { name, track in
                    track.map { OmittedStreamText.text($0, of: name, OmittedStreamText.reason(omissions.first)) }
                })
        self.notes = notes
        text =
            "\(printable(destination.path, limit: 1000)): \(frames) frames of \(format.width) × \(format.height) pixels, "
            + "\(transitionFrames) of them in the transition, which starts at \(VideoReport.text(start))"
        let inputs = [transition.first.name, transition.second.name]
        let filter = transition.filter
        object = {
            [
                "inputs": inputs, "output": destination.path, "files": [destination.path], "filter": filter,
                "frames": Int(frames), "duration": duration, "width": format.width, "height": format.height,
                "start": start, "transitionFrames": transitionFrames,
                "copiedPackets": Int(packets), "warnings": notes, "bytes": Int(summary.bytes),
                "seconds": (seconds * 1000).rounded() / 1000,
            ]
        }
    }
}
