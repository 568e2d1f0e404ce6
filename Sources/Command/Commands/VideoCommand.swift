import ArgumentParser
import CommandOutput
import CoreImage
import FilterChains
import Foundation
import PictureBatches
import VideoEditing

/// `coreimage video`: applies a chain of filters to the frames of videos.
struct VideoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "video",
        abstract: "Apply filters to the frames of videos, or cut, scale and convert them.",
        usage: """
            coreimage video INPUT -o OUTPUT [--from T] [--to T] [--fps F] [--crop x,y,w,h] [--size|--fit|--fill WxH]
                            [--codec C] [--quality Q|--crf N|--bit-rate R] [--preset P] [--profile P] [--copy STREAMS]
                            [--fragmented] [--keep-partial] [--skip-damage] [--strip] [--units DIR]… [--json] [--quiet]
                            [-- NAME key=value… [as LABEL] [, NAME key=value… [as LABEL]]…]
            coreimage video INPUT… -o DIR/ [--format EXT] [--overwrite] …
            coreimage video - -o - [--format y4m|mkv|mp4 …] …
            """,
        discussion: """
            The format follows from OUTPUT's ending: .mp4, .mov, .mkv, .webm, .ts, .nut, .avi, .mxf, .ogv, or .y4m for raw frames. The file \
            appears when it is complete. Sound, subtitles and other pictures are copied as they are, with chapters, languages and notes; \
            frames keep their times, colours and tags, and are written upright. In .avi, .mxf and .ogv, which store no times, they follow \
            each other at --fps or the average rate. \
            Frames are as large as those of INPUT: what a filter draws outside of them is cut off, and what it leaves empty is black.

            Filters and their settings are written as for coreimage apply. KEY FRAMES make a setting change with time: values with \
            times behind an @, in order, as in radius=0@0s,30@2s and center=0,0@1:30,640,360@1:32. Between them each number changes evenly; \
            before the first and after the last nothing changes. Times count from the start of the result: seconds as 2s or 2, 500ms, 1:30, \
            or frames as 48f. A filter with a setting 'time' gets the time of the frame in seconds, unless you set it.

            SEVERAL VIDEOS go to a folder, one after the other, and keep their names. One that fails stops no other.

            PIPES: INPUT - is standard input, a video file or raw frames as YUV4MPEG2 (y4m), and OUTPUT - is standard output, y4m unless --format \
            says otherwise. A y4m stream has neither sound nor times: frames follow each other at its frame rate, so videos of \
            variable rate get even times, at --fps or their average rate. It doesn't say which colours it has either: BT.709 from 1280 \
            pixels across or 577 up, else BT.601, are read and written, as ffmpeg, mpv and VLC do.

            EXAMPLES
              coreimage video in.mp4 -o out.mp4 -- SepiaTone, Vignette intensity=1
              coreimage video in.mov -o soft.mp4 -- AffineClamp, GaussianBlur radius=0@0s,30@2s
              coreimage video in.mkv -o part.mkv --from 1:30 --to 1:45.5 --fit 1280x720
              coreimage video *.mov -o small/ --format mp4 --fit 960x540 --crf 26
              ffmpeg -i in.mp4 -f yuv4mpegpipe - | \\
                coreimage video - -o - -- PhotoEffectNoir | mpv -

            EXIT CODES
              0   done
              1   refused, or the one result could not be written; the reason is on standard error
              2   some of several videos failed and were not written; the others were
              64  wrong usage: options and the form of the chain. Names of filters and settings, values and
                  key frames are checked with the video, and give 1, as for coreimage apply
              130 interrupted; nothing is left of the result in progress, unless --keep-partial is given
            """)

    @Argument(
        help: ArgumentHelp(
            "The video, or several; - for standard input. The filters stand behind --.", valueName: "input"))
    var words: [String]

    @Option(
        name: [.short, .customLong("output")],
        help: "The file to write; a folder for several; - for standard output.")
    var output: String

    @Option(help: ArgumentHelp("Format of results in a folder or on standard output, as an ending.", valueName: "ext"))
    var format: String?

    @Option(
        help: ArgumentHelp(
            "Where the result starts, from the start of the video: 90, 1:30, 500ms or 48f.", valueName: "time"),
        transform: Self.time)
    var from: TimePoint?

    @Option(
        help: ArgumentHelp("Where the result ends, from the start of the video.", valueName: "time"),
        transform: Self.time)
    var to: TimePoint?

    @Option(
        help: ArgumentHelp(
            "The part of the filtered frames to keep: x,y,width,height, from the lower left corner.", valueName: "rect")
    )
    var crop: String?

    @Option(
        help: ArgumentHelp(
            "Streams to copy besides that of the frames: all, none, or numbers as coreimage info prints them, such as 1,3.",
            valueName: "streams"), transform: Self.streams)
    var copy = VideoSettings.CopiedStreams.all

    @Flag(help: "Leave out the notes about the file, such as its title, place and chapters.")
    var strip = false

    @Option(
        help: ArgumentHelp(
            "Quality from 0 to 1, or 2 to 100 in percent; 1 has no loss in h264, hevc and vp9. It stands for the encoder's scale from the smallest file to the best picture; when left out, the encoder's usual one.",
            valueName: "q"), transform: QualityOption.read)
    var quality: Double?

    @OptionGroup var encoding: VideoEncodingOptions

    @Flag(help: "Replace files that are there already in a folder; an input never is.")
    var overwrite = false

    @Flag(help: "Print an object with what was written; with several videos, one on each line.")
    var json = false

    @Flag(help: "Show no progress and no summary; without it, a terminal shows how far and how fast the work is.")
    var quiet = false

    @OptionGroup var units: UnitOptions

    /// Names of inputs that aren't UTF-8, for messages. They fail, and the others are processed.
    var refusedInputs: [String] { inputs.compactMap { UnreadableName.text(of: $0) } }
    /// The other inputs.
    var readableInputs: [String] { inputs.filter { UnreadableName.text(of: $0) == nil } }

    private var inputs: [String] { Array(words.prefix { $0 != ApplyCommand.separator }) }
    private var chain: [String] { Array(words.drop { $0 != ApplyCommand.separator }.dropFirst()) }

    func validate() throws {
        if inputs.isEmpty { throw ValidationError("no video is given; name one before the --") }
        if inputs.contains("") { throw ValidationError("an input's name is empty; name a video") }
        if let word = inputs.dropFirst().first(where: Self.isFilterName) {
            throw ValidationError(
                "\(word): there is no such file; filters stand behind --: coreimage video \(inputs[0]) -o \(output) -- \(word)"
            )
        }
        if json && output == VideoDestination.standardOutput {
            throw ValidationError("--json and -o - both write to standard output; write the video to a file")
        }
        try validating {
            if !chain.isEmpty { _ = try ChainStep.parse(chain) }
            _ = try settings()
        }
    }

    /// Whether an input names no file and could be a filter.
    private static func isFilterName(_ word: String) -> Bool {
        word.first?.isLetter == true && word.allSatisfy { $0.isLetter || $0.isNumber }
            && !FileManager.default.fileExists(atPath: word)
    }

    private func settings() throws -> VideoSettings {
        var settings = try encoding.settings(quality: quality)
        (settings.from, settings.to, settings.copied) = (from, to, copy)
        settings.stripsNotes = strip
        settings.framing.part = try crop.map(Self.rectangle)
        return settings
    }

    @Sendable private static func time(_ text: String) throws -> TimePoint {
        guard let time = TimePoint(argument: text) else {
            throw ValidationError("write seconds as 90 or 1.5, or 1:30, 500ms, or frames as 48f")
        }
        return time
    }

    @Sendable private static func streams(_ text: String) throws -> VideoSettings.CopiedStreams {
        guard let streams = VideoSettings.CopiedStreams(argument: text) else {
            throw ValidationError("write all, none, or numbers as coreimage info prints them, such as 1,3")
        }
        return streams
    }

    private static func rectangle(_ text: String) throws -> CGRect {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        let values = numbers.compactMap { $0.flatMap { $0.isFinite ? $0 : nil } }
        guard numbers.count == 4, values.count == 4, values[2] > 0, values[3] > 0 else {
            throw ValidationError("--crop \(text): write x,y,width,height, such as 0,0,640,360")
        }
        return CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
    }

    func run() throws {
        try refusing {
            try InputKinds.checkVideos(readableInputs)
            if quiet { CommandLog.hideNotices() }
            try units.loadPrintingRefusals()
            let list = try VideoList(
                inputs: readableInputs, refused: refusedInputs, output: output, format: format, replaces: overwrite
            ) { try encoding.check($0, quality: quality) }
            let (settings, notes) = (try settings(), DistinctNotes())
            let steps = chain.isEmpty ? nil : try ChainStep.parse(chain)
            let run = VideoRun(list: list, keepsFinishedPart: encoding.keepPartial, json: json, quiet: quiet)
            try run.run { entry, interruption, progress in
                entry.destination.prepare()
                let edit = VideoEdit(try VideoInput(entry.input), to: entry.destination, settings)
                let filter: any VideoFilter =
                    try steps.map { try FrameChain($0, frameRate: edit.frameRate, notes: notes) } ?? UnchangedFrames()
                return try edit.run(filter, interruption, progress: progress)
            }
        }
    }
}
