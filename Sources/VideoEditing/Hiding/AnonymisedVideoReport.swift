import Anonymising
import FaceTracking
import Foundation
import UntrustedInput
import VideoExchange

/// What was hidden in a video, for people and for scripts.
package struct AnonymisedVideoReport: VideoRun.Report {
    private let edit: VideoEditReport
    private let paths: [FacePath]
    private let searchedFrames: Int
    private let omitted: [StreamDescription]
    private let name: String
    private let isStream: Bool
    /// The time that both passes took, in seconds.
    private let seconds: Double

    init(
        _ edit: VideoEditReport, _ paths: [FacePath], searchedFrames: Int, omitted: [StreamDescription], name: String,
        isStream: Bool, seconds: Double
    ) {
        (self.edit, self.paths, self.searchedFrames) = (edit, paths, searchedFrames)
        (self.omitted, self.name, self.isStream, self.seconds) = (omitted, name, isStream, seconds)
    }

    /// What is left out, and damage.
    package var notes: [String] {
        omitted.map { stream in
            "\(name): stream \(stream.index) (\(stream.kind.rawValue), \(printable(stream.codec, limit: 40))) is left out; "
                + (isStream ? "YUV4MPEG2 holds pictures only" : "it could show or name people")
        } + edit.notes
    }

    /// A line about the result, one for each face, and the warning.
    package var text: String {
        let count = paths.count
        var lines = [
            edit.text + "; \(count) face\(count == 1 ? "" : "s") hidden, found in \(searchedFrames) searched frames"
        ]
        lines += paths.map { path in
            "  face \(path.id): \(VideoReport.text(path.sights[0].time)) to "
                + "\(VideoReport.text(path.sights[path.sights.count - 1].time)), found \(path.sights.count) "
                + (path.sights.count == 1 ? "time" : "times")
        }
        lines.append("Detectors miss faces: look at all of the video before you publish it. Voices are not changed.")
        return lines.joined(separator: "\n")
    }

    /// The same as an object. Bounds are in pixels of upright frames, from the lower left corner.
    package var json: [String: Any] {
        var object = edit.json
        object["searchedFrames"] = searchedFrames
        object["warnings"] = notes
        object["seconds"] = (seconds * 1000).rounded() / 1000
        object["notice"] =
            "Detectors miss faces: look at all of the video before you publish it. Voices are not changed."
        object["faces"] = paths.map { path in
            [
                "id": Int(path.id),
                "sights": path.sights.map { sight in
                    let box = sight.bounds
                    return [
                        "time": (sight.time * 1000).rounded() / 1000,
                        "bounds": [box.minX, box.minY, box.width, box.height].map { (Double($0) * 10).rounded() / 10 },
                    ] as [String: Any]
                },
            ] as [String: Any]
        }
        return object
    }
}
