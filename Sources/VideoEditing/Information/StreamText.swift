import CommandOutput
import CoreImageVideo
import Foundation
import UntrustedInput
import VideoExchange

/// What a file says about a stream, for people and for scripts.
struct StreamText {
    private let stream: StreamDescription

    init(_ stream: StreamDescription) { self.stream = stream }

    /// A line about the stream, and further ones about its pictures.
    var lines: [String] {
        var facts = [stream.kind.rawValue, printable(stream.codec, limit: 40)]
        if let profile = stream.profile { facts.append(printable(profile, limit: 60)) }
        if let video = stream.video { facts += Self.facts(video) }
        if let audio = stream.audio { facts += ["\(audio.sampleRate) Hz", printable(audio.layout, limit: 40)] }
        if let count = stream.frameCount { facts.append("\(count) \(stream.kind == .video ? "frames" : "packets")") }
        if let duration { facts.append(VideoReport.text(duration)) }
        if let rate = stream.bitRate { facts.append(VideoReport.bitRate(rate)) }
        if let language = stream.language, language != "und" { facts.append(printable(language, limit: 10)) }
        facts += stream.disposition.filter { $0 != "default" }.map { printable($0, limit: 40) }
        return [facts.joined(separator: ", ")] + (stream.video.map { [Self.colours($0)] + Self.further($0) } ?? [])
    }

    private var duration: Double? {
        stream.duration.flatMap { RationalTime(stamp: $0, in: stream.timeBase)?.seconds }
    }

    private static func facts(_ video: VideoTrack) -> [String] {
        var facts = ["\(video.width) × \(video.height) pixels"]
        if let format = video.pixelFormat { facts.append(printable(format, limit: 40)) }
        if let rate = video.averageFrameRate?.value { facts.append("\(number(rate)) frames/s") }
        return facts
    }

    private static func colours(_ video: VideoTrack) -> String {
        let tags = video.colours
        let facts = [
            tags.primaries.map { "primaries \(ColourNames.primaries($0))" },
            tags.transfer.map { "transfer function \(ColourNames.transfer($0))" },
            tags.matrix.map { "matrix \(ColourNames.matrix($0))" }, tags.range.map { "\($0.rawValue) range" },
            tags.chromaLocation.map { "chroma \($0.rawValue)" },
        ].compactMap(\.self)
        return "colours: " + (facts.isEmpty ? "not stated" : facts.joined(separator: ", "))
    }

    private static func further(_ video: VideoTrack) -> [String] {
        var lines: [String] = []
        switch video.rotation {
        case 0: break
        case let angle?:
            let size = video.uprightSize
            lines.append("turned by \(angle)° clockwise, upright \(Int(size.width)) × \(Int(size.height))")
        case nil: lines.append("turned or mirrored by a matrix")
        }
        if let shape = video.pixelAspectRatio, shape.numerator != shape.denominator {
            lines.append("pixels \(shape.numerator):\(shape.denominator)")
        }
        if let order = video.fieldOrder, order != "progressive" { lines.append("interlaced, \(order)") }
        if let light = video.contentLightLevel {
            lines.append("brightest pixel \(light.maximum) cd/m², frame \(light.maximumFrameAverage) cd/m²")
        }
        return lines
    }

    /// The same as an object.
    var json: [String: Any] {
        var object: [String: Any] = [
            "index": stream.index, "kind": stream.kind.rawValue, "codec": stream.codec,
            "codecTitle": stream.codecTitle, "timeBase": "\(stream.timeBase)", "metadata": stream.metadata,
            "disposition": stream.disposition,
        ]
        object["profile"] = stream.profile
        object["start"] = stream.start.flatMap { RationalTime(stamp: $0, in: stream.timeBase)?.seconds }
        object["duration"] = duration
        object["frames"] = stream.frameCount.map { Int($0) }
        object["bitRate"] = stream.bitRate.map { Int($0) }
        object["language"] = stream.language
        if let audio = stream.audio {
            object["sampleRate"] = Int(audio.sampleRate)
            object["channels"] = Int(audio.channels)
            object["layout"] = audio.layout
        }
        if let video = stream.video { object.merge(Self.json(video)) { _, new in new } }
        return object
    }

    private static func json(_ video: VideoTrack) -> [String: Any] {
        let tags = video.colours
        var colours: [String: Any] = [:]
        colours["primaries"] = tags.primaries.map(ColourTagNames.primaries)
        colours["transfer"] = tags.transfer.map(ColourTagNames.transfer)
        colours["matrix"] = tags.matrix.map(ColourTagNames.matrix)
        colours["range"] = tags.range.map(ColourTagNames.range)
        colours["chromaLocation"] = tags.chromaLocation.map(ColourTagNames.chromaLocation)
        var object: [String: Any] = [
            "width": Int(video.width), "height": Int(video.height), "colours": colours,
            "uprightWidth": Int(video.uprightSize.width), "uprightHeight": Int(video.uprightSize.height),
            "reordersFrames": video.reordersFrames,
        ]
        object["rotation"] = video.rotation
        object["pixelFormat"] = video.pixelFormat
        object["bitDepth"] = video.bitDepth
        object["pixelAspectRatio"] = video.pixelAspectRatio.map { "\($0)" }
        object["averageFrameRate"] = video.averageFrameRate.map { "\($0)" }
        object["nominalFrameRate"] = video.nominalFrameRate.map { "\($0)" }
        object["fieldOrder"] = video.fieldOrder
        object["contentLightLevel"] = video.contentLightLevel.map { [Int($0.maximum), Int($0.maximumFrameAverage)] }
        return object
    }

    /// A number with at most three decimals.
    private static func number(_ value: Double) -> String { NumberText.text((value * 1000).rounded() / 1000) }
}
