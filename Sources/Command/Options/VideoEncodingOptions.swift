import ArgumentParser
import CommandOutput
import PictureBatches
import VideoEditing
import VideoExchange

/// Options of commands that write videos, about how they are encoded.
struct VideoEncodingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The codec: h264, hevc, vp8, vp9, av1, prores, mjpeg, ffv1 (lossless) or rawvideo; when left out, h264, or vp9 in WebM.",
            valueName: "codec"))
    var codec: VideoEncoding.Codec?

    @Option(
        name: .customLong("crf"),
        help: ArgumentHelp(
            "The encoder's constant rate factor, less for better: 0 to 51 for h264 and hevc, 0 to 63 for vp8, vp9 and av1.",
            valueName: "n"))
    var rateFactor: Double?

    @Option(
        help: ArgumentHelp("Bits a second on average, such as 800k or 4M.", valueName: "rate"), transform: Self.rate)
    var bitRate: Int?

    @Option(help: ArgumentHelp("The encoder's preset, by its own name, such as veryfast or slow.", valueName: "name"))
    var preset: String?

    @Option(
        help: ArgumentHelp("The codec's profile, by the encoder's name, such as high or main10.", valueName: "name"))
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "Frames a second: a number, or a fraction such as 30000/1001. When left out, frames keep their times.",
            valueName: "f"), transform: Self.frameRate)
    var fps: Ratio?

    @Option(
        help: ArgumentHelp(
            "Size of the result; black lies beside or above pictures of other proportions.", valueName: "WxH"),
        transform: PictureSize.read)
    var size: PictureSize?

    @Option(
        help: ArgumentHelp("Scale frames down until they fit into this size. Never enlarges them.", valueName: "WxH"),
        transform: PictureSize.read)
    var fit: PictureSize?

    @Option(
        help: ArgumentHelp("Scale frames to cover this size, and cut off what lies beyond it.", valueName: "WxH"),
        transform: PictureSize.read)
    var fill: PictureSize?

    @Flag(help: "Write MP4 and MOV in fragments, which can be played before the end is there.")
    var fragmented = false

    @Flag(
        help:
            "After an error or an interrupt, keep what is finished, if it can be played; MP4 and MOV are written in fragments."
    )
    var keepPartial = false

    @Flag(help: "Leave out damaged frames, and name them, instead of ending at the first.")
    var skipDamage = false

    func validate() throws {
        if rateFactor != nil && bitRate != nil {
            throw ValidationError("--crf and --bit-rate are two ways to choose the quality; give one of them")
        }
        let largest = VideoSettings.largestRateFactor(of: codec)
        if let rateFactor, !(0...largest).contains(rateFactor) {
            throw ValidationError(
                "--crf \(NumberText.text(rateFactor)): write 0 to \(Int(largest))"
                    + (codec.map { ", as \($0.rawValue) has" } ?? ""))
        }
        if [size, fit, fill].compactMap(\.self).count > 1 {
            throw ValidationError("--size, --fit and --fill are different ways to scale; give one of them")
        }
    }

    /// Checks that a result can be written with these options.
    ///
    /// - Parameter quality: The value of `--quality`.
    /// - Throws: `ValidationError` for an option that wouldn't change anything.
    func check(_ destination: VideoDestination, quality: Double?) throws {
        let name = destination.isStandardOutput ? "-o -" : destination.path
        guard let container = destination.fileContainer else {
            let given = [
                ("--codec", codec != nil && codec != .rawvideo), ("--quality", quality != nil),
                ("--crf", rateFactor != nil), ("--bit-rate", bitRate != nil), ("--preset", preset != nil),
                ("--profile", profile != nil), ("--fragmented", fragmented),
            ]
            guard let option = given.first(where: \.1)?.0 else { return }
            let other = destination.isStandardOutput ? "add --format mkv" : "write another format, such as .mkv"
            throw ValidationError(
                "\(option): \(name) gets raw frames (YUV4MPEG2), which have no encoder; leave it out, or \(other)")
        }
        guard fragmented, ![.mp4, .mov].contains(container) else { return }
        let other = destination.isStandardOutput ? "choose --format mp4 or mov" : "write .mp4 or .mov"
        throw ValidationError(
            "--fragmented: \(name): only MP4 and MOV consist of fragments; leave it out, or \(other)")
    }

    /// Returns settings with these options.
    ///
    /// - Parameter quality: The value of `--quality`, from 0 to 1.
    func settings(quality: Double?) throws -> VideoSettings {
        if quality != nil, rateFactor != nil || bitRate != nil {
            throw ValidationError("--quality, --crf and --bit-rate are ways to choose the quality; give one of them")
        }
        var settings = VideoSettings()
        (settings.codec, settings.preset, settings.profile) = (codec, preset, profile)
        if let rateFactor { settings.quality = .rateFactor(rateFactor) }
        if let bitRate { settings.quality = .bitRate(bitRate) }
        if let quality { settings.quality = VideoSettings.encoderQuality(quality, codec) }
        settings.frameRate = fps
        settings.framing.scaling =
            size.map { .exact($0) } ?? fit.map { .fit($0) } ?? fill.map { .fill($0) }
        (settings.isFragmented, settings.keepsFinishedPart) = (fragmented, keepPartial)
        settings.skipsDamage = skipDamage
        return settings
    }

    @Sendable private static func rate(_ text: String) throws -> Int {
        let powers: [Character: Double] = ["k": 1e3, "m": 1e6, "g": 1e9]
        let power = text.lowercased().last.flatMap { powers[$0] }
        let digits = power == nil ? text : String(text.dropLast())
        guard let number = Double(digits), number.isFinite, case let bits = number * (power ?? 1),
            (1000...1e10).contains(bits)
        else { throw ValidationError("write bits a second from 1k to 10G, such as 800k or 4M") }
        return Int(bits)
    }

    @Sendable private static func frameRate(_ text: String) throws -> Ratio {
        guard let ratio = VideoSettings.frameRate(text) else {
            throw ValidationError("write frames a second from 0.002 to 1000, such as 25, 29.97 or 30000/1001")
        }
        return ratio
    }
}
