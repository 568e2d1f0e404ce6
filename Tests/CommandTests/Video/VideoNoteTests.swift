import Foundation
import TestSupport
import Testing

/// Tests of what `coreimage video` says about pictures that it can't keep as they are.
@Suite("Command: notes on the pictures of videos", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoNoteTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func clip(_ name: String, _ options: String) throws {
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.2 \(options) \(VideoTool.tags)", to: command.path(name))
    }

    @Test(
        "an interlaced video is named, with the field that is shown first",
        arguments: [("-top 1", "top"), ("-top 0", "bottom")])
    func interlaced(_ option: String, _ field: String) throws {
        try clip("in.mkv", "-c:v mpeg2video -flags +ildct+ilme \(option) -q:v 4")
        let outcome = try command.run(["video", "in.mkv", "-o", "out.mp4"])
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("in.mkv: the video is interlaced, with the \(field) field first; "))
        // The remedy makes a video that needs no note.
        let remedy = try #require(outcome.errors.components(separatedBy: "before with ffmpeg ").last)
        let words = remedy.trimmingCharacters(in: .newlines).replacing("INPUT", with: command.path("in.mkv"))
            .replacing(" OUTPUT.mkv", with: "")
        try VideoTool.encode("\(words) \(VideoTool.tags)", to: command.path("even.mkv"))
        let even = try command.run(["video", "even.mkv", "-o", "out.mp4", "--json"])
        #expect(even.code == 0 && !even.errors.contains("interlaced"), "\(even.errors)")
    }

    @Test(
        "bits that the codec hasn't got are named, with a codec that keeps them",
        arguments: [
            ("out.mp4", "", "samples of 10 bits are written with 8 bits in h264; --codec hevc keeps 10"),
            ("out.webm", "--codec vp8", "samples of 10 bits are written with 8 bits in vp8; --codec vp9 keeps 10"),
            ("out.avi", "--codec mjpeg", "samples of 10 bits are written with 8 bits in mjpeg; --codec ffv1 keeps 10"),
        ])
    func depth(_ output: String, _ options: String, _ note: String) throws {
        try clip("in.mkv", "-c:v ffv1 -pix_fmt yuv420p10le")
        let words = ["video", "in.mkv", "-o", output]
        let outcome = try command.run(words + options.split(separator: " ").map(String.init))
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("coreimage: in.mkv: \(note)\n"), "\(outcome.errors)")
        #expect(try VideoTool.probe(command.path(output), "stream", "v:0", "pix_fmt")[0].hasPrefix("yuv"))
        let codec = try #require(note.components(separatedBy: "--codec ").last?.split(separator: " ").first)
        let followed = try command.run(words + ["--codec", String(codec)])
        #expect(followed.code == 0 && !followed.errors.contains("bits"), "\(followed.errors)")
        #expect(try VideoTool.probe(command.path(output), "stream", "v:0", "pix_fmt") == ["yuv420p10le"])
    }

    @Test("a video of 8 bits and whole frames has no note")
    func none() throws {
        try clip("in.mp4", "-c:v libx264 -pix_fmt yuv420p")
        let outcome = try command.run(["video", "in.mp4", "-o", "out.mp4"])
        #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
    }
}
