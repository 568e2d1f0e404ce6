import CommandOutput
import Foundation
import UntrustedInput
import VideoExchange
import VideoFiles

/// What a video file says about itself, for people and for scripts.
package struct VideoReport: Sendable {
    /// Notes of MP4 files that say what the format says already.
    private static let technical: Set = ["major_brand", "minor_version", "compatible_brands"]

    private let name: String
    private let file: VideoFileDescription
    private let byteCount: Int?

    /// Describes a video.
    ///
    /// - Throws: `Refusal`.
    package init(of argument: String) throws {
        let input: VideoInput
        do { input = try VideoInput(argument) } catch let error as VideoFileError {
            // There is no result of which a part could be kept.
            throw Refusal(VideoErrorText(keepsFinishedPart: true).text(of: error))
        }
        (name, file) = (input.name, input.description)
        let path = PathText(argument).fileURL().path
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        byteCount = argument == VideoInput.standardInput ? nil : size
    }

    /// Lines of names and values.
    package var text: String {
        var rows = [
            ("file", printable(name)),
            ("format", printable(file.containerTitle) + (byteCount.map { ", \($0) bytes" } ?? "")),
        ]
        if let duration = file.duration { rows.append(("duration", Self.text(duration.seconds))) }
        if let start = file.start, start != .zero { rows.append(("start", Self.text(start.seconds))) }
        if let rate = file.bitRate { rows.append(("bit rate", Self.bitRate(rate))) }
        for key in file.metadata.keys.sorted() where !Self.technical.contains(key) {
            rows.append((printable(key, limit: 40), printable(file.metadata[key] ?? "", limit: 200)))
        }
        for stream in file.streams {
            let lines = StreamText(stream).lines
            rows += lines.enumerated().map { ($0.offset == 0 ? "stream \(stream.index)" : "", $0.element) }
        }
        for (index, chapter) in file.chapters.enumerated() {
            let title = chapter.metadata["title"].map { ", " + printable($0, limit: 200) } ?? ""
            let times = "\(Self.text(chapter.start.seconds)) to \(Self.text(chapter.end.seconds))"
            rows.append((index == 0 ? "chapters" : "", times + title))
        }
        let widest = rows.map(\.0.count).max() ?? 0
        return rows.map { $0.0.padding(toLength: widest + 2, withPad: " ", startingAt: 0) + $0.1 }
            .joined(separator: "\n")
    }

    /// The same as an object. Times are in seconds.
    package var json: [String: Any] {
        var object: [String: Any] = [
            "file": name, "format": file.container, "formatTitle": file.containerTitle, "metadata": file.metadata,
            "seekable": file.isSeekable, "streams": file.streams.map { StreamText($0).json },
            "chapters": file.chapters.map {
                ["start": $0.start.seconds, "end": $0.end.seconds, "metadata": $0.metadata] as [String: Any]
            },
        ]
        object["bytes"] = byteCount
        object["duration"] = file.duration?.seconds
        object["start"] = file.start?.seconds
        object["bitRate"] = file.bitRate.map { Int($0) }
        return object
    }

    /// A time as `3.2 s`, or from a minute on as `1:02:03.5`.
    static func text(_ seconds: Double) -> String {
        // A file may state any duration.
        guard abs(seconds) < 1e12 else { return "\(seconds) s" }
        let thousandths = Int((abs(seconds) * 1000).rounded())
        let (whole, rest) = (thousandths / 1000, thousandths % 1000)
        var fraction = rest == 0 ? "" : "." + String(String(rest + 1000).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        let sign = seconds < 0 && thousandths > 0 ? "-" : ""
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        if whole < 60 { return "\(sign)\(whole)\(fraction) s" }
        if whole < 3600 { return "\(sign)\(whole / 60):\(two(whole % 60))\(fraction)" }
        return "\(sign)\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))\(fraction)"
    }

    static func bitRate(_ rate: Int64) -> String {
        rate < 10_000 ? "\(rate) bit/s" : "\(rate / 1000 + (rate % 1000 < 500 ? 0 : 1)) kbit/s"
    }
}
