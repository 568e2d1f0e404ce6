import ArgumentParser
import CommandOutput
import CoreImage
import PictureBatches
import Pixels
import Transitions
import UntrustedInput
import VideoEditing
import VideoFiles

/// `coreimage transition`: renders the frames of a transition between two pictures, or joins two videos by one.
struct TransitionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transition",
        abstract:
            "Write the frames of a transition between two pictures, as an animation or as files, or join two videos by a transition.",
        usage: """
            coreimage transition FROM TO -o OUTPUT --filter NAME [--frames N] [--fps F|--delay S] [--timing linear|ease]
                                 [--loop none|again|back] [--units DIR]… [--json] [--quiet] [-- key=value…]
            coreimage transition FROM.mp4 TO.mp4 -o OUTPUT.mp4 --filter NAME [--duration S] [--timing linear|ease]
                                 [--fps F] [--size|--fit|--fill WxH] [--codec C] [--quality Q|--crf N|--bit-rate R] …
            coreimage transition FROM.mp4 TO.mp4 -o - --filter NAME [--format y4m|mkv|mp4 …] …
            """,
        discussion: """
            OUTPUT ending in .gif or .webp becomes an animation; a folder, with a slash behind it or already there, gets frame-0001.png and so on. \
            Frames are as large as FROM; TO is not scaled. The transition takes place over all of FROM and around its middle unless settings say otherwise. \
            Keys and values are written as for coreimage apply; pictures as file names, @input and @target.

            With --loop back the way back follows, with both pictures exchanged, and the frames are those of there and back.

            VIDEOS: the last second of FROM, or --duration, becomes the first one of TO. The result has FROM's \
            size, frame rate, colours and notes, unless options say otherwise, and even times. TO is scaled to fit \
            into that size, with black around it; both are upright. Sound is FROM's until the transition begins, \
            and then TO's, if both have the same codec, sample rate and channels; what is left out is named on \
            standard error. Times of settings can't have key frames here: the transition's time is that of the \
            clock. OUTPUT - is standard output, raw frames as YUV4MPEG2 (y4m) unless --format says otherwise.

            EXAMPLES
              coreimage transition a.mp4 b.mp4 -o joined.mp4 --with Dissolve --duration 1.5
              coreimage transition a.mp4 b.mp4 -o - --with Dissolve --format mkv | mpv -
              coreimage transition a.jpg b.jpg -o fade.gif --filter Dissolve
              coreimage transition a.jpg b.jpg -o copy.gif --filter CopyMachine \\
                --timing ease --loop back -- angle=0.5 width=80
              coreimage transition a.png b.png -o frames/ --filter PageCurlWithShadow \\
                --frames 48 -- angle=2.6 backsideImage=@target
            """)

    @Argument(help: "The picture or video that the transition begins with.")
    var from: String

    @Argument(help: "The picture or video that it ends with.")
    var to: String

    @Option(
        name: [.short, .customLong("output")], help: "The animation, folder or video to write; - for standard output.")
    var output: String

    @Option(help: ArgumentHelp("Videos: format of a result on standard output, as an ending.", valueName: "ext"))
    var format: String?

    @Option(name: [.long, .customLong("with")], help: ArgumentHelp("The transition.", valueName: "name"))
    var filter: String

    @Option(help: ArgumentHelp("Pictures: how many frames, 2 or more; 24 when left out.", valueName: "n"))
    var frames: Int?

    @Option(help: ArgumentHelp("Videos: seconds of the transition; 1 when left out.", valueName: "s"))
    var duration: Double?

    @Option(help: ArgumentHelp("Pictures: seconds that each frame is shown.", valueName: "s"))
    var delay: Double?

    @Option(help: "How fast it goes: linear, or ease for slowly at both ends.")
    var timing = TransitionTimeline.Timing.linear

    @Option(help: "Pictures: what follows the last frame: none, again for the first, or back for the way back.")
    var loop = TransitionTimeline.Loop.none

    @Flag(
        help: ArgumentHelp(
            "Print an object with filter, frames, files, width, height, duration of the result in seconds, and seconds "
                + "of work."))
    var json = false

    @Flag(help: "Show no progress; without it, a terminal shows how far the writing is.")
    var quiet = false

    @Option(
        help: ArgumentHelp(
            "Videos: quality from 0 to 1, or 2 to 100 in percent, as for coreimage video.", valueName: "q"),
        transform: QualityOption.read)
    var quality: Double?

    @OptionGroup(title: "Encoding of videos") var encoding: VideoEncodingOptions

    @OptionGroup var deadline: DeadlineOption
    @OptionGroup var pictures: PictureOptions

    @OptionGroup var units: UnitOptions

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("Settings of the transition, behind --.", valueName: "settings"))
    var settings: [String] = []

    func validate() throws {
        if [from, to].contains(VideoInput.standardInput) {
            throw ValidationError("-: standard input isn't taken; name two files")
        }
        if InputKinds.missing([from, to]) != nil {
            // A missing file isn't wrong usage, and `run` refuses it. A result of an unknown kind is.
            if (try? VideoDestination(output, format: format)) == nil {
                _ = try validating { try FrameDestination(output) }
            }
            return
        }
        if try joinsVideos() {
            if let frames { throw ValidationError("--frames \(frames): videos take --duration, in seconds") }
            if let delay { throw ValidationError("--delay \(NumberText.text(delay)): videos have --fps") }
            if loop != .none { throw ValidationError("--loop \(loop.rawValue): videos play once; leave it out") }
            if let duration, !(0.01...3600).contains(duration) {
                throw ValidationError("--duration \(NumberText.text(duration)): write 0.01 to 3600 seconds")
            }
            if json && output == VideoDestination.standardOutput {
                throw ValidationError("--json and -o - both write to standard output; write the video to a file")
            }
            return
        }
        if let format {
            throw ValidationError("--format \(format): the ending of -o says the format of pictures; leave it out")
        }
        _ = try validating { try FrameDestination(output) }
        if let frames, !(2...10_000).contains(frames) {
            throw ValidationError("--frames \(frames): write 2 to 10000")
        }
        if let duration {
            throw ValidationError("--duration \(NumberText.text(duration)): pictures take --frames and --fps")
        }
        if fps != nil && delay != nil { throw ValidationError("--fps and --delay say the same; give one of them") }
        if let fps, !(0.002...100).contains(fps) {
            throw ValidationError("--fps \(NumberText.text(fps)): write 0.002 to 100")
        }
        if let delay, !(0.01...600).contains(delay) {
            throw ValidationError("--delay \(NumberText.text(delay)): write 0.01 to 600 seconds")
        }
    }

    private var fps: Double? { encoding.fps?.value }

    /// Whether both inputs are videos.
    ///
    /// - Throws: `ValidationError` if one is, and the other isn't.
    private func joinsVideos() throws -> Bool {
        let videos = [from, to].filter { VideoSignature.isVideo(path: PathText($0).fileURL().path) }
        guard videos.count == 1 else { return videos.count == 2 || from == to && videos.count == 1 }
        throw ValidationError(
            "\(videos[0]) is a video, and the other input isn't; make a video of the picture: ffmpeg -loop 1 -i … -t 3 picture.mp4"
        )
    }

    func run() throws {
        try refusing {
            try units.loadPrintingRefusals()
            try InputKinds.checkExistence([from, to])
            if try joinsVideos() { return try joinVideos() }
            try deadline.bounding(writeFrames)
        }
    }

    private func joinVideos() throws {
        if quiet { CommandLog.hideNotices() }
        let list = VideoList(try VideoDestination(output, format: format), inputs: [from, to])
        try list.checkInputs([from, to])
        for entry in list.entries { try encoding.check(entry.destination, quality: quality) }
        let settings = try encoding.settings(quality: quality)
        let run = VideoRun(list: list, keepsFinishedPart: encoding.keepPartial, json: json, quiet: quiet)
        try run.run { entry, interruption, progress in
            try VideoTransition(
                from: VideoInput(from), to: VideoInput(to), filter: filter, settings: self.settings,
                duration: duration ?? 1, timing: timing, destination: entry.destination, settings
            ).run(interruption, progress: progress)
        }
    }

    private func writeFrames() throws {
        let stopwatch = Stopwatch()
        let (destination, reader) = (try FrameDestination(output), pictures.reader)
        let (first, second) = (try reader.uprightPicture(from), try reader.uprightPicture(to))
        if first.extent != second.extent {
            StandardError.print(
                "coreimage: \(to) is \(Self.size(second)) pixels large, \(from) \(Self.size(first)); frames show what lies over \(from)"
            )
        }
        let count = frames ?? 24
        let transition = try TransitionFrames(from: first, to: second, filter: filter, settings: settings)
        let timeline = TransitionTimeline(frameCount: count, timing: timing, loop: loop)
        let images = try timeline.frames.map { frame in
            try WorkMeter.check()
            return try transition.image(frame)
        }
        let seconds = delay ?? 1 / (fps ?? 20)
        let line = quiet ? nil : ProgressLine.onTerminal()
        defer { line?.finish() }
        let files = try destination.write(
            images, in: first.extent, secondsPerFrame: seconds, loops: loop != .none, deadline: deadline.seconds
        ) { line?.show($0) }
        line?.finish()
        guard json else {
            return try StandardOutput.print("\(output): \(count) frames of \(Self.size(first)) pixels")
        }
        try JSONText.print([
            "filter": transition.filter.name, "frames": count, "files": files,
            "width": Int(first.extent.width), "height": Int(first.extent.height),
            "duration": seconds * Double(count),
            "seconds": (stopwatch.seconds * 1000).rounded() / 1000,
        ])
    }

    private static func size(_ image: CIImage) -> String {
        "\(Int(image.extent.width)) × \(Int(image.extent.height))"
    }
}
