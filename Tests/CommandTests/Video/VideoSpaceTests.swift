import Foundation
import TestSupport
import Testing

/// Tests of `coreimage video` where the system takes no more bytes, and where it can't go back in a file.
@Suite("Command: limits of the system on videos", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoSpaceTests {
    private let command: CommandProcess

    init() throws {
        command = try CommandProcess()
        try VideoTool.encode(
            "-f lavfi -i nullsrc=size=64x48:rate=25:duration=4 -vf geq=random(1)*255:128:128 -pix_fmt yuv420p -c:v ffv1 \(VideoTool.tags)",
            to: command.path("noise.mkv"))
    }

    /// Runs a line of the shell, in which `coreimage` is the built command.
    private func shell(_ line: String) throws -> CommandProcess.Outcome {
        try CommandProcess.run(
            URL(fileURLWithPath: "/bin/bash"),
            ["-c", "coreimage() { \"\(ProductsFolder.product("coreimage").path)\" \"$@\"; }; \(line)"],
            in: command.folder, environment: ["HOME": command.folder.path])
    }

    @Test("a full disk is named with a remedy", arguments: ["nut", "y4m"])
    func full(_ format: String) throws {
        let outcome = try shell("coreimage video noise.mkv -o - --format \(format) > /dev/full")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("No space left on device. Free space there, or write to a folder on another"))
    }

    @Test("the limit on the size of files is named where it stops the result, and where it stops shared memory")
    func limit() throws {
        for output in ["out.nut --codec ffv1", "out.y4m"] {
            let outcome = try shell("ulimit -f 100; coreimage video noise.mkv -o \(output)")
            #expect(outcome.code == 1)
            #expect(
                outcome.errors.contains(
                    "File too large. This process may write files of 102400 bytes at most; raise the limit with ulimit -f."
                ), "\(outcome.errors)")
        }
        for (blocks, cause) in [(8, "can't be started"), (20, "can't be shared for frames")] {
            let small = try shell("ulimit -f \(blocks); coreimage video noise.mkv -o out.nut --codec ffv1")
            #expect(small.code == 1)
            #expect(small.errors.contains(cause) && small.errors.contains("files of \(blocks * 1024) bytes at most"))
            #expect(!small.errors.contains("Free memory"), "\(small.errors)")
        }
    }

    @Test(
        "what is kept ends with a whole frame",
        arguments: [("mp4", "mjpeg"), ("mov", "mjpeg"), ("mkv", "ffv1"), ("ts", "h264"), ("y4m", "rawvideo")])
    func kept(_ format: String, _ codec: String) throws {
        let options = codec == "rawvideo" ? "" : "--codec \(codec) --quality \(codec == "mjpeg" ? 1 : 0.99)"
        let outcome = try shell(
            "ulimit -f 150; coreimage video noise.mkv -o out.\(format) --keep-partial \(options)")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("The frames before it are in out.\(format)"), "\(outcome.errors)")
        let file = command.path("out.\(format)")
        let size = try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
        #expect(size < 150 << 10)
        let frames = try VideoTool.times(of: file).count
        #expect(frames > 0 && frames < 100)
        if format == "ts" {
            #expect(size % 188 == 0)
        } else {
            #expect(try VideoTool.messages("ffmpeg", ["-v", "error", "-i", file, "-f", "null", "-"]) == "")
            let again = try shell("coreimage video out.\(format) -o again.nut --codec ffv1")
            #expect(again.code == 0, "\(again.errors)")
            #expect(try VideoTool.times(of: command.path("again.nut")).count == frames)
        }
    }

    @Test("a pipe with the table of frames behind the frames is refused with the remedy")
    func table() throws {
        // More bytes than pipes and buffers hold.
        try VideoTool.encode(
            "-i \(command.path("noise.mkv")) -vf scale=640:480:flags=neighbor -c:v libx264 -preset ultrafast -qp 4 -pix_fmt yuv420p",
            to: command.path("late.mp4"))
        try #require(try Data(contentsOf: URL(fileURLWithPath: command.path("late.mp4"))).count > 2 << 20)
        for (source, place) in [
            ("cat late.mp4", "at the end,"), ("head -c 1500000 late.mp4", "at the end or missing,"),
        ] {
            let outcome = try shell("\(source) | coreimage video - -o out.mkv")
            #expect(outcome.code == 1)
            #expect(
                outcome.errors
                    == "coreimage: -: the table of frames is \(place) and a pipe can't go back from there to the frames. Name the file instead of a pipe, or move its table: ffmpeg -i INPUT -c copy -movflags +faststart OUTPUT.\n"
            )
        }
        // Both remedies work.
        let named = try shell("coreimage video late.mp4 -o out.mkv")
        #expect(named.code == 0, "\(named.errors)")
        try VideoTool.encode(
            "-i \(command.path("late.mp4")) -c copy -movflags +faststart", to: command.path("early.mp4"))
        let moved = try shell("cat early.mp4 | coreimage video - -o out.mkv")
        #expect(moved.code == 0, "\(moved.errors)")
        #expect(try VideoTool.times(of: command.path("out.mkv")).count == 100)
    }
}
