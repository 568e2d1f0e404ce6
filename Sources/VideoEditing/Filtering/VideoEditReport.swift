import CommandOutput
import CoreImageVideo
import Foundation
import UntrustedInput
import VideoExchange

/// What an edit has read and written, for people and for scripts.
package struct VideoEditReport: Sendable {
    private let input: String
    private let output: String
    private let summary: FilteringSummary
    private let format: FrameFormat
    private let codec: String?
    private let omitted: [StreamDescription]
    private let omittedNumbers: [Int]
    private let pictureNotes: [String]
    private let textNote: String?
    /// The time that the work took, in seconds.
    private let seconds: Double

    init(
        _ edit: VideoEdit, _ request: FilteringRequest, _ writing: WritingRequest, _ format: FrameFormat,
        _ summary: FilteringSummary, seconds: Double
    ) {
        (input, output) = (edit.input.name, edit.destination.path)
        (self.summary, self.format, self.seconds) = (summary, format, seconds)
        codec = edit.destination.kind == .stream ? nil : request.encoding.codec.rawValue
        pictureNotes = PictureNotes.notes(on: edit.input, in: edit.destination, codec, format)
        textNote = OmittedTextNote.text(writing, of: edit.input.name, in: edit.destination)
        let description = edit.input.description
        let isIntended = if case .numbers = edit.settings.copied { true } else { false }
        let named = isIntended ? summary.omissions.map(\.stream) : summary.omittedStreams
        omittedNumbers = summary.omittedStreams.filter { number in
            !description.streams.contains { $0.index == number && description.isChapterTrack($0) }
        }
        omitted = named.filter(omittedNumbers.contains).compactMap { number in
            description.streams.first { $0.index == number }
        }
    }

    /// Notes for standard error: what the result hasn't got, what is assumed, and damage.
    package var notes: [String] {
        pictureNotes
            + omitted.map { stream in
                OmittedStreamText.text(
                    stream, of: input,
                    codec == nil
                        ? "YUV4MPEG2 holds pictures only"
                        : OmittedStreamText.reason(summary.omissions.first { $0.stream == stream.index }))
            }
            + (textNote.map { [$0] } ?? [])
            + summary.damages.prefix(20).map { damage in
                "\(input)\(damage.time.map { ", \($0)" } ?? ""): \(printable(damage.cause)); frames are left out"
            }
            + (summary.damages.count > 20 ? ["\(input): \(summary.damages.count - 20) more places are damaged"] : [])
    }

    /// A line about the result.
    package var text: String {
        let frames = summary.writtenFrames
        return "\(printable(output, limit: 1000)): \(frames) frame\(frames == 1 ? "" : "s") of "
            + "\(format.width) × \(format.height) pixels"
            + (codec.map { ", \($0)" } ?? "")
            + (summary.copiedPackets > 0 ? ", \(summary.copiedPackets) packets copied" : "")
    }

    /// The same as an object.
    package var json: [String: Any] {
        [
            "input": input, "output": output, "frames": Int(summary.writtenFrames), "width": format.width,
            "height": format.height, "codec": codec ?? "rawvideo", "pixelFormat": format.pixelFormat.rawValue,
            "copiedPackets": Int(summary.copiedPackets), "omittedStreams": omittedNumbers, "warnings": notes,
            "damages": summary.damages.map { damage in
                ["time": damage.time.map { $0.seconds as Any } ?? NSNull(), "cause": damage.cause]
            },
            "bytes": Int(summary.bytes), "seconds": (seconds * 1000).rounded() / 1000,
        ]
    }
}
