import ArgumentParser
import CommandOutput
import CoreImage
import PictureBatches
import Pixels
import Transitions

/// `coreimage transition`: renders the frames of a transition between two pictures.
struct TransitionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transition",
        abstract: "Write the frames of a transition between two pictures, as an animation or as files.",
        usage: """
            coreimage transition FROM TO -o OUTPUT --filter NAME [--frames N] [--fps F|--delay S] [--timing linear|ease]
                                 [--loop none|again|back] [--units DIR]… [--json] [--quiet] [-- key=value…]
            """,
        discussion: """
            OUTPUT ending in .gif or .webp becomes an animation; a folder, with a slash behind it or already there, gets frame-0001.png and so on. \
            Frames are as large as FROM; TO is not scaled. The transition takes place over all of FROM and around its middle unless settings say otherwise. \
            Keys and values are written as for coreimage apply; pictures as file names, @input and @target.

            With --loop back the way back follows, with both pictures exchanged, and the frames are those of there and back.

            EXAMPLES
              coreimage transition a.jpg b.jpg -o fade.gif --filter Dissolve
              coreimage transition a.jpg b.jpg -o copy.gif --filter CopyMachine --timing ease --loop back -- angle=0.5 width=80
              coreimage transition a.png b.png -o frames/ --filter PageCurlWithShadow --frames 48 -- angle=2.6 backsideImage=@target
            """)

    @Argument(help: "The picture that the transition begins with.")
    var from: String

    @Argument(help: "The picture that it ends with.")
    var to: String

    @Option(name: [.short, .customLong("output")], help: "The animation or the folder to write.")
    var output: String

    @Option(help: ArgumentHelp("The transition.", valueName: "name"))
    var filter: String

    @Option(help: ArgumentHelp("How many frames, 2 or more.", valueName: "n"))
    var frames = 24

    @Option(help: ArgumentHelp("Frames a second; 20 when left out.", valueName: "f"))
    var fps: Double?

    @Option(help: ArgumentHelp("Seconds that each frame is shown.", valueName: "s"))
    var delay: Double?

    @Option(help: "How fast it goes: linear, or ease for slowly at both ends.")
    var timing = TransitionTimeline.Timing.linear

    @Option(help: "What follows the last frame: none, again for the first, or back for the way back.")
    var loop = TransitionTimeline.Loop.none

    @Flag(help: "Print an object with filter, frames, files, width, height and seconds.")
    var json = false

    @Flag(help: "Show no progress; without it, a terminal shows how far the writing is.")
    var quiet = false

    @OptionGroup var deadline: DeadlineOption
    @OptionGroup var pictures: PictureOptions

    @OptionGroup var units: UnitOptions

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("Settings of the transition, behind --.", valueName: "settings"))
    var settings: [String] = []

    func validate() throws {
        _ = try validating { try FrameDestination(output) }
        guard (2...10_000).contains(frames) else { throw ValidationError("--frames \(frames): write 2 to 10000") }
        if fps != nil && delay != nil { throw ValidationError("--fps and --delay say the same; give one of them") }
        if let fps, !(0.002...100).contains(fps) { throw ValidationError("--fps \(fps): write 0.002 to 100") }
        if let delay, !(0.01...600).contains(delay) {
            throw ValidationError("--delay \(delay): write 0.01 to 600 seconds")
        }
    }

    func run() throws {
        try refusing {
            try units.loadPrintingRefusals()
            try deadline.bounding(writeFrames)
        }
    }

    private func writeFrames() throws {
        let (destination, reader) = (try FrameDestination(output), pictures.reader)
        let (first, second) = (try reader.uprightPicture(from), try reader.uprightPicture(to))
        if first.extent != second.extent {
            StandardError.print(
                "coreimage: \(to) is \(Self.size(second)) pixels large, \(from) \(Self.size(first)); frames show what lies over \(from)"
            )
        }
        let transition = try TransitionFrames(from: first, to: second, filter: filter, settings: settings)
        let timeline = TransitionTimeline(frameCount: frames, timing: timing, loop: loop)
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
            return try StandardOutput.print("\(output): \(frames) frames of \(Self.size(first)) pixels")
        }
        try JSONText.print([
            "filter": transition.filter.name, "frames": frames, "files": files,
            "width": Int(first.extent.width), "height": Int(first.extent.height),
            "seconds": seconds * Double(frames),
        ])
    }

    private static func size(_ image: CIImage) -> String {
        "\(Int(image.extent.width)) × \(Int(image.extent.height))"
    }
}
