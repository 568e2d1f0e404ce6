import Foundation
import TestSupport
import Testing
import VideoFiles

@testable import VideoEditing

/// Tests of the errors of `coreimage video`, by their texts and exit codes.
@Suite("Command: errors of video", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoErrorTests {
    private let command: CommandProcess

    init() throws {
        command = try CommandProcess()
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.4 -c:v libx264 -pix_fmt yuv420p",
            to: command.path("in.mp4"))
        try VideoTool.encode("-f lavfi -i sine=duration=0.2 -c:a flac", to: command.path("sound.mkv"))
        try VideoTool.encode(
            "-f lavfi -i testsrc=size=161x121:rate=25:duration=0.2 -c:v ffv1 -pix_fmt yuv420p",
            to: command.path("odd.mkv"))
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.2 -f lavfi -i sine=duration=0.2 -c:v libx264 -pix_fmt yuv420p -c:a aac",
            to: command.path("aac.mp4"))
        try VideoTool.encode("-f lavfi -i testsrc=size=8x8 -frames:v 1 -update 1", to: command.path("picture.png"))
        try Data("a text".utf8).write(to: URL(fileURLWithPath: command.path("text.mp4")))
    }

    /// Arguments, the exit code, and a part of the message.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let code: Int32
        let text: String

        init(_ line: String, _ code: Int32, _ text: String) {
            (arguments, self.code, self.text) = (line.split(separator: " ").map(String.init), code, text)
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    private static let mistakes = [
        Mistake("in.mp4", 64, "--output"),
        Mistake("-o out.mp4 -- SepiaTone", 64, "no video is given; name one before the --"),
        Mistake("in.mp4 -o out.xyz", 64, "-o out.xyz: its name must end in .mp4, .mov, .mkv"),
        Mistake("in.mp4 -o out.mp4 --format mkv", 64, "change the ending of -o out.mp4"),
        Mistake("in.mp4 -o - --format gif", 64, "--format gif: write .mp4"),
        Mistake("in.mp4 -o - --json", 64, "--json and -o - both write to standard output"),
        Mistake("in.mp4 -o in.mp4", 1, "the result would replace the video in.mp4; give it another name"),
        Mistake("missing.mp4 -o out.mp4", 1, "missing.mp4: No such file or directory; check the path"),
        Mistake(
            "text.mp4 -o out.mp4", 1,
            "text.mp4: no format of video files is recognised in it. Check that it is a video file."),
        Mistake("sound.mkv -o out.mp4", 1, "sound.mkv: there are no moving pictures in it; its streams are audio"),
        Mistake("in.mp4 odd.mkv -o out.mp4", 64, "several videos can't be written to one file; name a folder"),
        Mistake("in.mp4 - -o out/ --format mkv", 64, "standard input has no name for its result"),
        Mistake("in.mp4 -o out.mp4 --codec h265", 64, "h265"),
        Mistake(
            "in.mp4 -o out.mp4 --crf 20 --bit-rate 1M", 64, "--crf and --bit-rate are two ways to choose the quality"),
        Mistake(
            "in.mp4 -o out.mp4 --quality 0.5 --crf 20", 64,
            "--quality, --crf and --bit-rate are ways to choose the quality"),
        Mistake(
            "in.mp4 -o out.mp4 --quality 101", 64,
            "'101' is invalid for '--quality <q>': write 0 to 1, or 2 to 100 in percent"),
        Mistake("in.mp4 -o out.mp4 --quality 1.5", 64, "write 0 to 1, or 2 to 100 in percent"),
        Mistake("in.mp4 -o out.mp4 --quality abc", 64, "write 0 to 1, or 2 to 100 in percent"),
        Mistake("in.mp4 -o out.y4m --quality 0.5", 64, "--quality: out.y4m gets raw frames (YUV4MPEG2)"),
        Mistake("in.mp4 -o out.y4m --codec ffv1", 64, "leave it out, or write another format, such as .mkv"),
        Mistake("in.mp4 -o - --crf 20", 64, "--crf: -o - gets raw frames (YUV4MPEG2), which have no encoder"),
        Mistake("in.mp4 -o - --bit-rate 1M", 64, "leave it out, or add --format mkv"),
        Mistake("in.mp4 -o - --preset fast", 64, "--preset: -o - gets raw frames"),
        Mistake("in.mp4 -o out.y4m --profile high", 64, "--profile: out.y4m gets raw frames"),
        Mistake("in.mp4 odd.mkv -o out/ --format y4m --crf 9", 64, "out/in.y4m gets raw frames"),
        Mistake("in.mp4 -o out.y4m --fragmented", 64, "--fragmented: out.y4m gets raw frames"),
        Mistake(
            "in.mp4 -o out.mkv --fragmented", 64,
            "--fragmented: out.mkv: only MP4 and MOV consist of fragments; leave it out, or write .mp4 or .mov"),
        Mistake("in.mp4 -o out.mp4 --bit-rate 5", 64, "write bits a second from 1k to 10G, such as 800k or 4M"),
        Mistake(
            "in.mp4 -o out.mp4 --fps zero", 64,
            "write frames a second from 0.002 to 1000, such as 25, 29.97 or 30000/1001"),
        Mistake("in.mp4 -o out.mp4 --fps 0", 64, "write frames a second"),
        Mistake("in.mp4 -o out.mp4 --size 0x5", 64, "write width and height in pixels"),
        Mistake(
            "in.mp4 -o out.mp4 --size 10x10 --fit 20x20", 64, "--size, --fit and --fill are different ways to scale"),
        Mistake("in.mp4 -o out.mp4 --crop 1,2,3", 64, "--crop 1,2,3: write x,y,width,height, such as 0,0,640,360"),
        Mistake(
            "in.mp4 -o out.mp4 --crop 0,0,1000,1000", 1,
            "--crop 0,0,1000,1000: this reaches beyond the frames of 64 × 48 pixels"),
        Mistake("in.mp4 -o out.mp4 --crop 100,100,10,10", 1, "--crop: nothing is left of the frames of 64 × 48 pixels"),
        Mistake("in.mp4 -o out.mp4 --from 1:99", 64, "1:99"),
        Mistake(
            "in.mp4 -o out.mp4 --from 2 --to 1", 1,
            "the time range from 2.0 s to 1.0 s is empty. Choose an end after the start."),
        Mistake("in.mp4 -o out.mp4 --from abc", 64, "write seconds as 90 or 1.5, or 1:30, 500ms, or frames as 48f"),
        Mistake("in.mp4 -o out.mp4 --from=-1", 64, "write seconds as 90"),
        Mistake("in.mp4 -o out.mp4 --crf 60 --codec hevc", 64, "--crf 60: write 0 to 51, as hevc has"),
        Mistake("in.mp4 -o out.mp4 --crf 60", 1, "--crf 60: h264 has 0 to 51"),
        Mistake("in.mp4 -o out.mp4 SepiaTone", 64, "SepiaTone: there is no such file; filters stand behind --"),
        Mistake(". -o out/", 1, ".: this is a folder; name the videos in it, as in ./*.mp4"),
        Mistake("picture.png -o out.mp4", 1, "picture.png: this is a picture; use coreimage apply"),
        Mistake("in.mp4 -o out.webm --codec h264", 1, "Choose another codec, such as --codec vp9"),
        Mistake("in.mp4 -o out.mp4 --profile tall", 1, "It has baseline, main, high, "),
        Mistake(
            "in.mp4 -o out.mp4 --copy x", 64,
            "write all, none, or numbers as coreimage info prints them, such as 1,3"),
        Mistake("in.mp4 -o out.mp4 --copy 7", 1, "not all of the streams [7] can be copied"),
        Mistake("odd.mkv -o out.mp4", 1, "161 × 121"),
        Mistake("aac.mp4 -o out.webm --copy 1", 1, "With --copy none it is left out."),
        Mistake("in.mp4 -o out.mp4 --preset swift", 1, "no preset swift. It has ultrafast, superfast"),
        Mistake("in.mp4 -o no/such/folder/out.mp4", 1, "the file can't be written: No such file or directory"),
        Mistake("in.mp4 -o out.mp4 -- SepiaTon", 1, "SepiaTon"),
        Mistake("in.mp4 -o out.mp4 -- SepiaTone intensity", 64, "intensity is not a setting of SepiaTone"),
        Mistake(
            "in.mp4 -o out.mp4 -- GaussianBlur radius=0@0s,30@2q", 1,
            "radius=0@0s,30@2q, character 16: '2q' is not a time"),
        Mistake(
            "in.mp4 -o out.mp4 -- GaussianBlur radius=0@2s,30@1s", 1,
            "character 16: this time is not after the one before it"),
        Mistake("in.mp4 -o out.mp4 -- BlendWithMask maskImage=nothing.png", 1, "nothing.png"),
    ]

    @Test("a mistake is named with its remedy, and nothing is written", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: command.folder.path).sorted()
        let outcome = try command.run(["video"] + mistake.arguments)
        #expect(outcome.code == mistake.code, "\(outcome.errors)")
        #expect(outcome.errors.contains(mistake.text), "\(outcome.errors)")
        #expect(outcome.output == "")
        let after = try FileManager.default.contentsOfDirectory(atPath: command.folder.path).sorted()
        #expect(after.filter { $0 != ".cache" } == before.filter { $0 != ".cache" })
    }

    @Test(
        "commands name the one for other kinds of inputs",
        arguments: [
            Mistake("apply in.mp4 -o out.png", 64, "in.mp4: this is a video; coreimage apply is for pictures"),
            Mistake("enhance in.mp4 -o out.png", 64, "in.mp4: this is a video; coreimage enhance is for pictures"),
            Mistake("anonymise missing.mp4 -o out.mp4", 1, "missing.mp4: No such file or directory"),
            Mistake("anonymise - -o out.mp4", 64, "-: standard input isn't taken; name a file"),
            Mistake("transition - in.mp4 -o out.mp4 --with Dissolve", 64, "-: standard input isn't taken"),
            Mistake("apply picture.png -o out.png --quality 1.5", 64, "write 0 to 1, or 2 to 100 in percent"),
            Mistake("transition in.mp4 in.mp4 -o out.mp4 --with Dissolve --quality 1.5", 64, "write 0 to 1, or 2"),
            Mistake(
                "transition missing.mp4 in.mp4 -o out.mp4 --with Dissolve", 1,
                "missing.mp4: No such file or directory; check the path"),
            Mistake(
                "transition in.mp4 missing.mp4 -o out.mp4 --with Dissolve", 1,
                "missing.mp4: No such file or directory; check the path"),
            Mistake(
                "transition in.mp4 in.mp4 -o out.y4m --with Dissolve --duration 0.2 --crf 9", 64,
                "--crf: out.y4m gets raw frames"),
        ])
    func otherKinds(_ mistake: Mistake) throws {
        let outcome = try command.run(mistake.arguments)
        #expect(outcome.code == mistake.code, "\(outcome.errors)")
        #expect(outcome.errors.contains(mistake.text), "\(outcome.errors)")
    }

    @Test("raw frames can be asked for by the codec's name")
    func rawFrames() throws {
        let outcome = try command.run(["video", "in.mp4", "-o", "out.y4m", "--codec", "rawvideo"])
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test("videos are recognised by their first bytes")
    func signatures() throws {
        for (name, arguments) in [
            ("a.mp4", "-c:v libx264 -pix_fmt yuv420p"), ("a.mkv", "-c:v ffv1"), ("a.webm", "-c:v libvpx-vp9"),
            ("a.ts", "-c:v mpeg2video"), ("a.mpg", "-c:v mpeg2video"), ("a.avi", "-c:v mjpeg"),
            ("a.mov", "-c:v prores_ks"),
            ("a.flv", "-c:v flv1"), ("a.nut", "-c:v ffv1"), ("a.mxf", "-c:v mpeg2video"), ("a.ogv", "-c:v libtheora"),
            ("a.y4m", "-f yuv4mpegpipe"), ("a.264", "-c:v libx264 -f h264"), ("a.wmv", "-c:v wmv2"),
        ] {
            try? VideoTool.encode(
                "-f lavfi -i testsrc=size=64x48:rate=25:duration=0.2 \(arguments)", to: command.path(name))
            guard let size = try? FileManager.default.attributesOfItem(atPath: command.path(name))[.size] as? Int,
                size > 0
            else { continue }
            #expect(VideoSignature.isVideo(path: command.path(name)), "\(name)")
        }
        let fixtures = CommandProcess.package.appendingPathComponent("Tests/Fixtures")
        for name in try FileManager.default.contentsOfDirectory(atPath: fixtures.path) {
            #expect(!VideoSignature.isVideo(path: fixtures.appendingPathComponent(name).path), "\(name)")
        }
        #expect(!VideoSignature.isVideo(Data("\0\0\0\u{18}ftypheic".utf8)))
        // Another brand makes it a picture, too, but only inside the box.
        #expect(!VideoSignature.isVideo(Data("\0\0\0\u{18}ftypxxxx\0\0\0\0mp41heic".utf8)))
        #expect(VideoSignature.isVideo(Data("\0\0\0\u{14}ftypisom\0\0\0\0mp41heic".utf8)))
        #expect(!VideoSignature.isVideo([]))
        #expect(!VideoSignature.isVideo(path: command.path("missing")))
    }

    @Test("times that no video has are behind its end", arguments: ["99999999999999999999", "99999999999999999999f"])
    func longTimes(_ time: String) throws {
        let late = try command.run(["video", "in.mp4", "-o", "out.mkv", "--from", time])
        #expect(late.code == 1 && late.errors.contains("the time range begins at"), "\(late.errors)")
        let whole = try command.run(["video", "in.mp4", "-o", "out.mkv", "--to", time, "--codec", "ffv1"])
        #expect(whole.code == 0, "\(whole.errors)")
        #expect(try VideoTool.times(of: command.path("out.mkv")).count == 10)
    }

    @Test("times and rates of any size have a text")
    func texts() {
        #expect(VideoReport.text(9e18) == "9e+18 s")
        #expect(VideoReport.text(-.infinity).hasPrefix("-"))
        #expect(VideoReport.bitRate(.max) == "9223372036854776 kbit/s")
        #expect(VideoReport.bitRate(10_500) == "11 kbit/s" && VideoReport.bitRate(10_499) == "10 kbit/s")
    }
}
