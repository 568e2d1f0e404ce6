import Foundation
import TestSupport
import Testing

/// Tests of what `coreimage video` prints, and of several, fragmented and damaged videos.
@Suite("Command: outcomes of video", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoOutcomeTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func run(_ arguments: String...) throws -> CommandProcess.Outcome { try command.run(["video"] + arguments) }

    /// Makes a clip in the folder of the test, and returns its path.
    private func clip(_ name: String, _ arguments: String) throws -> String {
        try VideoTool.encode(arguments, to: command.path(name))
        return command.path(name)
    }

    private func isWritten(_ name: String) -> Bool { FileManager.default.fileExists(atPath: command.path(name)) }

    private static let picture = "-f lavfi -i testsrc2=size=160x120:rate=25:duration=2"
    private static let sound = "-f lavfi -i sine=frequency=440:duration=2"
    private static let h264 = "-c:v libx264 -preset veryfast -threads 2 -pix_fmt yuv420p \(VideoTool.tags)"

    @Test("as JSON, and quietly")
    func json() throws {
        _ = try clip("in.mp4", "\(Self.picture) \(Self.sound) \(Self.h264) -c:a aac")
        let outcome = try run("in.mp4", "-o", "out.mp4", "--json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(
            object["frames"] as? Int == 50 && object["width"] as? Int == 160 && object["codec"] as? String == "h264")
        #expect(object["input"] as? String == "in.mp4" && object["output"] as? String == "out.mp4")
        let packets = try VideoTool.probe(command.path("in.mp4"), "packet", "a:0", "pts").count
        #expect(object["copiedPackets"] as? Int == packets)
        let bytes = try FileManager.default.attributesOfItem(atPath: command.path("out.mp4"))[.size] as? Int
        #expect(object["bytes"] as? Int == bytes)
        let quiet = try run("in.mp4", "-o", "out.mp4", "--quiet")
        #expect(quiet.code == 0 && quiet.output == "" && quiet.errors == "")
    }

    @Test("several videos go to a folder, and one that fails stops no other")
    func several() throws {
        _ = try clip("a.mov", "\(Self.picture) \(Self.h264)")
        _ = try clip("b.mkv", "\(Self.picture) \(Self.h264)")
        try Data("not a video".utf8).write(to: URL(fileURLWithPath: command.path("c.mp4")))
        let outcome = try run("a.mov", "c.mp4", "b.mkv", "-o", "out", "--format", "mp4", "--json")
        #expect(outcome.code == 2)
        #expect(outcome.output.split(separator: "\n").count == 3)
        #expect(outcome.errors.contains("c.mp4") && outcome.errors.contains("1 of 3 videos failed"))
        #expect(isWritten("out/a.mp4") && isWritten("out/b.mp4") && !isWritten("out/c.mp4"))
        let again = try run("a.mov", "b.mkv", "-o", "out", "--format", "mp4")
        #expect(again.code == 1 && again.errors.contains("a.mp4 and 1 more exist already; add --overwrite"))
        let one = try run("a.mov", "-o", "out/", "--format", "mp4")
        #expect(one.code == 1 && one.errors.contains("a.mp4 exists already; add --overwrite to replace it"))
        #expect(try run("a.mov", "b.mkv", "-o", "out", "--format", "mp4", "--overwrite").code == 0)
    }

    @Test("fragments can be cut off")
    func fragments() throws {
        _ = try clip("in.mp4", "\(Self.picture) \(Self.h264)")
        #expect(try run("in.mp4", "-o", "out.mp4", "--fragmented").code == 0)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: command.path("out.mp4")))
        #expect(bytes.range(of: Data("moof".utf8)) != nil)
        #expect(try VideoTool.times(of: command.path("out.mp4")).count == 50)
    }

    @Test("sound and pictures of fragments start as those of a plain file")
    func startsOfFragments() throws {
        // The first line of text comes a second later.
        try "1\n00:00:01,000 --> 00:00:01,400\nHello\n\n2\n00:00:01,600 --> 00:00:01,800\nthere\n"
            .write(toFile: command.path("words.srt"), atomically: true, encoding: .utf8)
        _ = try clip(
            "in.mp4",
            "\(Self.picture) \(Self.sound) -i \(command.path("words.srt")) -map 0 -map 1 -map 2 \(Self.h264) -bf 2 -g 10 "
                + "-c:a aac -c:s mov_text")
        #expect(try run("in.mp4", "-o", "plain.mp4").code == 0)
        #expect(try run("in.mp4", "-o", "out.mp4", "--fragmented").code == 0)
        for name in ["out.mp4", "in.mp4"] {
            for stream in ["v:0", "a:0", "s:0"] {
                let start = try VideoTool.probe(command.path(name), "packet", stream, "pts_time").compactMap(
                    Double.init)
                let plain = try VideoTool.probe(command.path("plain.mp4"), "packet", stream, "pts_time")
                    .compactMap(Double.init)
                #expect(abs((start.min() ?? -1) - (plain.min() ?? -2)) < 1e-3, "\(name), \(stream)")
            }
        }
        /// The times of the texts, without the empty ones between them.
        func texts(_ name: String) throws -> [Double] {
            try VideoTool.probe(command.path(name), "packet", "s:0", "pts_time,size").compactMap { line in
                let parts = line.split(separator: "|")
                return parts.count == 2 && parts[1] != "2" ? Double(parts[0]) : nil
            }
        }
        #expect(try texts("out.mp4") == [1, 1.6])
        #expect(try texts("plain.mp4") == [1, 1.6])
        #expect(abs((try VideoTool.times(of: command.path("out.mp4")).first ?? -1)) < 1e-3)
    }

    @Test("MJPEG has the matrix and the range that decoders of JPEG assume")
    func jpegColours() throws {
        let colour = "-f lavfi -i color=0x20C040:size=64x48:rate=25:duration=0.2 -vf scale=out_color_matrix=bt709"
        let file = try clip("in.mp4", "\(colour) \(Self.h264) -qp 0")
        #expect(try run("in.mp4", "-o", "out.mkv", "--codec", "mjpeg", "--quality", "1").code == 0)
        let (before, after) = (
            try VideoTool.samples(of: file, "rgb24", ["-vf", "scale=in_color_matrix=bt709"]),
            try VideoTool.samples(of: command.path("out.mkv"), "rgb24", ["-vf", "scale=in_color_matrix=bt601"])
        )
        try #require(before.count == after.count)
        #expect(zip(before, after).allSatisfy { abs(Int($0) - Int($1)) <= 4 })
        // The same codes again, apart from what the codec does to them.
        #expect(try run("out.mkv", "-o", "again.mkv", "--codec", "mjpeg", "--quality", "1").code == 0)
        let codes = try VideoTool.samples(of: command.path("out.mkv"))
        let again = try VideoTool.samples(of: command.path("again.mkv"))
        #expect(zip(codes, again).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    @Test("a file that begins late gives one that begins at 0")
    func lateStart() throws {
        let file = try clip("in.ts", "\(Self.picture) \(Self.sound) \(Self.h264) -bf 2 -c:a mp2")
        let before = try VideoTool.times(of: file)
        try #require((before.first ?? 0) > 1)
        #expect(try run("in.ts", "-o", "out.mkv").code == 0)
        let after = try VideoTool.times(of: command.path("out.mkv"))
        let sound = try VideoTool.probe(command.path("out.mkv"), "packet", "a:0", "pts_time").compactMap(Double.init)
        let first = try VideoTool.probe(file, "packet", "a:0", "pts_time").compactMap(Double.init)
        #expect(abs(min(after.first ?? 9, sound.first ?? 9)) < 0.002)
        #expect(before.count == after.count)
        let shift = (before.first ?? 0) - (after.first ?? 0)
        #expect(zip(before, after).allSatisfy { abs($0 - $1 - shift) < 0.002 })
        #expect(abs((first.first ?? 0) - (sound.first ?? 0) - shift) < 0.002)
    }

    @Test("damaged frames are left out and named, if wanted")
    func damage() throws {
        let file = try clip("in.ts", "\(Self.picture) \(Self.h264) -g 10")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        let packet = bytes.count / 188 / 2
        bytes.removeSubrange(packet * 188..<(packet + 12) * 188)
        try bytes.write(to: URL(fileURLWithPath: file))
        let stopped = try run("in.ts", "-o", "out.mkv")
        #expect(stopped.code == 1 && stopped.errors.contains("in.ts, ") && stopped.errors.contains("damaged"))
        #expect(stopped.errors.contains("--skip-damage"))
        #expect(!isWritten("out.mkv"))
        let kept = try run("in.ts", "-o", "kept.mkv", "--keep-partial")
        #expect(kept.code == 1 && kept.errors.contains("The frames before it are in kept.mkv."), "\(kept.errors)")
        #expect(!kept.errors.contains("--keep-partial"))
        let count = try VideoTool.times(of: command.path("kept.mkv")).count
        #expect(count > 15 && count < 40)
        let skipped = try run("in.ts", "-o", "out.mkv", "--skip-damage")
        #expect(skipped.code == 0 && skipped.errors.contains("frames are left out"))
        #expect(try VideoTool.times(of: command.path("out.mkv")).count > 30)
    }
}
