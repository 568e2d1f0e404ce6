import Foundation
import TestSupport
import Testing

/// Tests of `coreimage video` between other programs, with a shell that connects them.
@Suite("Command: video through pipes", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoPipeTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    /// Runs a line of the shell, in which `coreimage` is the built command.
    private func shell(_ line: String) throws -> CommandProcess.Outcome {
        let program = ProductsFolder.product("coreimage").path
        return try CommandProcess.run(
            URL(fileURLWithPath: "/bin/bash"),
            ["-c", "set -o pipefail; coreimage() { \"\(program)\" \"$@\"; }; \(line)"], in: command.folder,
            environment: ["HOME": command.folder.path])
    }

    private func clip(_ name: String, _ arguments: String) throws -> String {
        try VideoTool.encode(arguments, to: command.path(name))
        return command.path(name)
    }

    @Test(
        "a stream of ffmpeg goes through unchanged to ffmpeg",
        arguments: [("yuv420p", "320x240"), ("yuv444p", "161x121"), ("yuv422p10le", "160x121"), ("gray", "63x47")])
    func unchanged(_ format: String, _ size: String) throws {
        let file = try clip(
            "in.y4m",
            "-f lavfi -i testsrc=size=\(size):rate=30000/1001:duration=0.4 -pix_fmt \(format) -strict -1 -f yuv4mpegpipe"
        )
        let outcome = try shell(
            "cat in.y4m | coreimage video - -o - | ffmpeg -v error -y -i - -c:v ffv1 out.mkv")
        #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
        let isSame = try VideoTool.samples(of: command.path("out.mkv")) == (try VideoTool.samples(of: file))
        #expect(isSame)
        #expect(try VideoTool.probe(command.path("out.mkv"), "stream", "v:0", "r_frame_rate") == ["30000/1001"])
    }

    @Test("a file as a stream has the frames of the file, at even times")
    func file() throws {
        let file = try clip(
            "in.mp4", "-f lavfi -i testsrc2=size=64x48:rate=25:duration=1 -c:v libx264 -bf 2 -pix_fmt yuv420p")
        let outcome = try shell("coreimage video in.mp4 -o - > out.y4m")
        #expect(outcome.code == 0)
        let isSame = try VideoTool.samples(of: command.path("out.y4m")) == (try VideoTool.samples(of: file))
        #expect(isSame)
        let named = try shell("coreimage video in.mp4 -o named.y4m --quiet && cmp named.y4m out.y4m")
        #expect(named.code == 0, "\(named.errors)")
        // From a pipe of another format, to a pipe of another format.
        _ = try clip("in.mkv", "-i \(file) -c copy")
        let other = try shell("cat in.mkv | coreimage video - -o - --format nut --codec ffv1 --quiet > out.nut")
        #expect(other.code == 0, "\(other.errors)")
        let isOther = try VideoTool.samples(of: command.path("out.nut")) == (try VideoTool.samples(of: file))
        #expect(isOther)
    }

    @Test("sound that a stream can't hold is named")
    func sound() throws {
        _ = try clip(
            "in.mp4",
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.4 -f lavfi -i sine=duration=0.4 -c:v libx264 -pix_fmt yuv420p -c:a aac"
        )
        let outcome = try shell("coreimage video in.mp4 -o out.y4m")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("stream 1 (audio, aac) is left out; YUV4MPEG2 holds pictures only"))
    }

    @Test("a stream that ends within a frame, and one that isn't a video, are errors")
    func broken() throws {
        let outcome = try shell(
            "printf 'YUV4MPEG2 W4 H2 F25:1 C420jpeg\\nFRAME\\n123456789012FRAME\\n12' | coreimage video - -o out.nut --codec rawvideo"
        )
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("-, 0.04 s: the stream ends within a frame"))
        #expect(!outcome.errors.contains("--skip-damage"))
        #expect(!FileManager.default.fileExists(atPath: command.path("out.nut")))
        for (line, text) in [
            ("printf 'words and words' | coreimage video - -o out.mkv", "no format of video files"),
            ("coreimage video - -o out.mkv < /dev/null", "standard input is neither a file nor a pipe"),
            ("true | coreimage video - -o out.mkv", "nothing came through standard input"),
        ] {
            let outcome = try shell(line)
            #expect(outcome.code == 1 && outcome.errors.contains(text), "\(line): \(outcome.errors)")
        }
    }

    @Test("a reader that leaves ends the command")
    func leaving() throws {
        _ = try clip("in.mkv", "-f lavfi -i testsrc2=size=320x240:rate=25:duration=4 -c:v ffv1 -pix_fmt yuv420p")
        let outcome = try shell("coreimage video in.mkv -o - | head -c 1000 > out.y4m")
        #expect(outcome.code != 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: command.folder.path).sorted().filter {
                !$0.hasPrefix(".")
            } == ["in.mkv", "out.y4m"])
    }

    @Test("an interrupt leaves nothing behind, or what is finished", arguments: [false, true])
    func interrupt(_ keeps: Bool) throws {
        _ = try clip(
            "in.mkv",
            "-f lavfi -i testsrc2=size=640x480:rate=25:duration=60 -c:v libx264 -preset ultrafast -pix_fmt yuv420p")
        try Data("before".utf8).write(to: URL(fileURLWithPath: command.path("out.mkv")))
        let program = ProductsFolder.product("coreimage").path
        let outcome = try shell(
            "'\(program)' video in.mkv -o out.mkv \(keeps ? "--keep-partial" : "") --preset ultrafast -- AffineClamp, GaussianBlur radius=20 & "
                + "pid=$!; sleep 4; kill -INT $pid; wait $pid")
        #expect(outcome.code == 130, "\(outcome.errors)")
        #expect(outcome.errors.contains("interrupted; "))
        let files = try FileManager.default.contentsOfDirectory(atPath: command.folder.path).filter { $0 != ".cache" }
        #expect(files.sorted() == ["in.mkv", "out.mkv"])
        if keeps {
            let count = try VideoTool.times(of: command.path("out.mkv")).count
            #expect(count > 0 && count < 1500)
            #expect(outcome.errors.contains("what was finished is in out.mkv"))
        } else {
            #expect(try Data(contentsOf: URL(fileURLWithPath: command.path("out.mkv"))) == Data("before".utf8))
            #expect(outcome.errors.contains("nothing was written to out.mkv"))
        }
    }

    @Test("an interrupt ends a command whose source stalls, and keeps what is finished", arguments: ["y4m", "mkv"])
    func interruptOfStalledSource(_ ext: String) throws {
        let options = ext == "y4m" ? "-f yuv4mpegpipe" : "-c:v ffv1"
        let file = try clip(
            "in.\(ext)", "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.2 -pix_fmt yuv420p \(options)")
        let program = ProductsFolder.product("coreimage").path
        let start = ContinuousClock.now
        let outcome = try shell(
            "mkfifo in; exec 3<>in; cat '\(file)' >&3; '\(program)' video - -o out.mp4 --keep-partial <&3 & pid=$!; "
                + "sleep 4; kill -INT $pid; wait $pid")
        #expect(outcome.code == 130, "\(outcome.errors)")
        #expect(ContinuousClock.now - start < .seconds(60))
        if ext == "y4m" {
            #expect(outcome.errors.contains("interrupted; what was finished is in out.mp4"), "\(outcome.errors)")
            #expect(try VideoTool.times(of: command.path("out.mp4")).count == 5)
        }
    }

    @Test("an interrupt ends a command that waits for standard input")
    func interruptWhileOpening() throws {
        let program = ProductsFolder.product("coreimage").path
        let start = ContinuousClock.now
        let outcome = try shell(
            "mkfifo in; exec 3<>in; '\(program)' video - -o out.mkv <&3 & pid=$!; sleep 2; kill -INT $pid; wait $pid")
        #expect(outcome.code == 130, "\(outcome.errors)")
        #expect(outcome.errors.contains("interrupted; nothing was written to out.mkv"))
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test("a transition goes to standard output as a stream, or in the format that is asked for")
    func transition() throws {
        for (name, colour) in [("a", "red"), ("b", "blue")] {
            _ = try clip(
                "\(name).mkv", "-f lavfi -i color=\(colour):size=32x16:rate=10:duration=0.6 -c:v ffv1 -pix_fmt yuv444p")
            _ = try clip("\(name).png", "-f lavfi -i color=\(colour):size=32x16 -frames:v 1")
        }
        let join = "coreimage transition a.mkv b.mkv --with Dissolve --duration 0.4 --quiet"
        for (options, format) in [
            ("--format nut --codec ffv1", "nut"), ("", "yuv4mpegpipe"), ("--format y4m", "yuv4mpegpipe"),
        ] {
            let outcome = try shell("\(join) \(options) -o - > piped")
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(try VideoTool.probe(command.path("piped"), "format", nil, "format_name") == [format])
            let ending = format == "nut" ? "nut" : "y4m"
            let named = try shell("\(join) \(format == "nut" ? "--codec ffv1" : "") -o named.\(ending)")
            #expect(named.code == 0, "\(named.errors)")
            let isSame =
                try VideoTool.samples(of: command.path("piped"))
                == (try VideoTool.samples(of: command.path("named.\(ending)")))
            #expect(isSame)
        }
        for (line, text) in [
            ("\(join) --format txt -o - > x", "--format txt: write .mp4"),
            ("\(join) --format mkv -o out.mp4", "--format mkv: the format of a file is that of its name's ending"),
            (
                "coreimage transition a.png b.png --with Dissolve --format mp4 -o out.gif",
                "--format mp4: the ending of -o says"
            ),
        ] {
            let outcome = try shell(line)
            #expect(outcome.code == 64 && outcome.errors.contains(text), "\(outcome.errors)")
        }
    }

    @Test(
        "raw frames that no pixel buffer has are refused for every output, with a conversion that works",
        arguments: ["yuva444p", "yuv411p"],
        [
            "out.mkv", "out.mkv --codec ffv1", "out.nut --codec rawvideo", "out.y4m", "out.webm",
            "out.mov --codec prores",
        ])
    func unreadable(_ format: String, _ output: String) throws {
        _ = try clip(
            "in.y4m",
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.2,format=\(format) -strict -1 -f yuv4mpegpipe")
        let outcome = try shell("coreimage video in.y4m -o \(output)")
        #expect(outcome.code == 1)
        let start = "coreimage: in.y4m: no pixel buffer has the format \(format). Convert the file: ffmpeg "
        #expect(outcome.errors.hasPrefix(start), "\(outcome.errors)")
        let words = outcome.errors.dropFirst(start.count).trimmingCharacters(in: .newlines)
            .replacing("INPUT", with: "in.y4m").replacing("OUTPUT", with: "converted")
        let followed = try shell("ffmpeg -v error -y \(words) && coreimage video converted.mkv -o \(output) --quiet")
        #expect(followed.code == 0, "\(followed.errors)")
    }
}
