import Foundation
import TestSupport
import Testing

/// Tests of `coreimage transition` on videos.
@Suite("Command: transitions between videos", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoTransitionTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func run(_ arguments: String...) throws -> CommandProcess.Outcome {
        try command.run(["transition"] + arguments)
    }

    private func clip(_ name: String, _ arguments: String) throws {
        try VideoTool.encode(arguments, to: command.path(name))
    }

    /// The values of the middle pixel of each frame, as red, green and blue.
    private func middles(_ name: String, _ width: Int, _ height: Int, x: Int? = nil) throws -> [[Int]] {
        let samples = try VideoTool.samples(of: command.path(name), "rgb24")
        let size = width * height * 3
        try #require(samples.count % size == 0)
        return (0..<samples.count / size).map { frame in
            let offset = frame * size + (height / 2 * width + (x ?? width / 2)) * 3
            return (0..<3).map { Int(samples[offset + $0]) }
        }
    }

    @Test("a dissolve flows evenly in light from the end of one video to the start of the other")
    func dissolve() throws {
        let tags = "-c:v ffv1 -pix_fmt yuv444p -colorspace bt709 -color_primaries bt709 -color_trc bt709"
        try clip("a.mkv", "-f lavfi -i color=black:size=32x16:rate=10:duration=2 \(tags)")
        try clip("b.mkv", "-f lavfi -i color=white:size=32x16:rate=10:duration=2 \(tags)")
        let outcome = try run(
            "a.mkv", "b.mkv", "-o", "out.mkv", "--with", "Dissolve", "--duration", "1", "--codec", "ffv1")
        #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
        #expect(
            outcome.output
                == "out.mkv: 30 frames of 32 × 16 pixels, 10 of them in the transition, which starts at 1 s\n")
        let samples = try VideoTool.samples(of: command.path("out.mkv"))
        try #require(samples.count == 30 * 32 * 16 * 3)
        for frame in 0..<30 {
            // The mixture in linear light, encoded by BT.709's formula.
            let light = min(max(Double(frame - 10) / 10, 0), 1)
            let encoded = light < 0.018 ? light * 4.5 : 1.099 * pow(light, 0.45) - 0.099
            let found = Double(samples[frame * 32 * 16 * 3 + 40])
            #expect(abs(found - (16 + 219 * encoded)) <= 1.01, "frame \(frame)")
        }
        let times = try VideoTool.times(of: command.path("out.mkv"))
        #expect(zip(times, 0..<30).allSatisfy { abs($0 - Double($1) / 10) < 1e-6 })
    }

    @Test("JSON has the files, the duration of the result and the time of the work")
    func json() throws {
        try clip("a.mkv", "-f lavfi -i color=red:size=32x16:rate=10:duration=1 -c:v ffv1 -pix_fmt yuv444p")
        let outcome = try run(
            "a.mkv", "a.mkv", "-o", "out.mkv", "--with", "Dissolve", "--duration", "0.5", "--codec", "ffv1", "--json")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["filter"] as? String == "Dissolve" && object["files"] as? [String] == ["out.mkv"])
        #expect(object["width"] as? Int == 32 && object["height"] as? Int == 16)
        // Half a second before the transition, and all of the second video, at 10 frames a second.
        #expect(object["frames"] as? Int == 15 && object["duration"] as? Double == 1.5)
        #expect((object["seconds"] as? Double ?? 0) > 0)
    }

    @Test("sizes, rates and rotations that differ follow the first video")
    func differences() throws {
        try clip("a.mkv", "-f lavfi -i color=red:size=64x48:rate=10:duration=1 -c:v ffv1 -pix_fmt yuv444p")
        try clip("first.mp4", "-f lavfi -i color=blue:size=96x48:rate=25:duration=2 -c:v libx264 -pix_fmt yuv420p")
        try clip("b.mp4", "-i \(command.path("first.mp4")) -c copy -metadata:s:v:0 rotate=90")
        let outcome = try run(
            "a.mkv", "b.mp4", "-o", "out.mkv", "--with", "Dissolve", "--duration", "0.5", "--codec", "ffv1")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            try VideoTool.probe(command.path("out.mkv"), "stream", "v:0", "width,height,r_frame_rate") == ["64|48|10/1"]
        )
        let (inside, outside) = (try middles("out.mkv", 64, 48), try middles("out.mkv", 64, 48, x: 4))
        #expect(inside.count == 5 + 20)
        // Upright, the second video has 48 × 96 pixels, and here 24 × 48 with black on both sides.
        #expect(inside[24][2] > 240 && inside[24][0] < 20)
        #expect(outside[24].allSatisfy { $0 < 12 })
        #expect(inside[0][0] > 240 && outside[0][0] > 240)
    }

    @Test("sound changes over in a container whose times must increase")
    func soundInAVI() throws {
        try clip(
            "a.mp4",
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=2 -f lavfi -i sine=duration=2 -c:v libx264 -pix_fmt yuv420p -c:a aac"
        )
        let outcome = try run("a.mp4", "a.mp4", "-o", "out.avi", "--with", "Dissolve")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try VideoTool.probe(command.path("out.avi"), "packet", "v:0", "size").count == 75)
        let sound = try VideoTool.probe(command.path("out.avi"), "packet", "a:0", "dts_time").compactMap(Double.init)
        #expect(zip(sound, sound.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("sound is that of the first video, and then that of the second one")
    func sound() throws {
        for (name, frequency) in [("a", 440), ("b", 880)] {
            try clip(
                "\(name).mp4",
                "-f lavfi -i testsrc2=size=64x48:rate=25:duration=2 -f lavfi -i sine=frequency=\(frequency):duration=2:sample_rate=48000 -c:v libx264 -pix_fmt yuv420p \(VideoTool.tags) -c:a aac"
            )
        }
        let outcome = try run("a.mp4", "b.mp4", "-o", "out.mp4", "--with", "Dissolve")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        func hashes(_ name: String) throws -> [String] {
            try VideoTool.probe(command.path(name), "packet", "a:0", "data_hash", ["-show_data_hash", "sha256"])
        }
        let (one, two, both) = (try hashes("a.mp4"), try hashes("b.mp4"), try hashes("out.mp4"))
        let times = try VideoTool.probe(command.path("out.mp4"), "packet", "a:0", "pts_time").compactMap { Double($0) }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        let count = zip(both, one).prefix { $0 == $1 }.count
        // A packet has 1024 samples, 47 are a second.
        #expect((46...48).contains(count))
        let rest = Array(both.dropFirst(count))
        #expect(rest.count > 85 && two.suffix(rest.count) == rest[...])
        #expect(try VideoTool.times(of: command.path("out.mp4")).count == 75)
    }

    @Test("sound that doesn't fit is named")
    func otherSound() throws {
        try clip(
            "a.mkv",
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=1 -f lavfi -i sine=duration=1 -c:v libx264 -pix_fmt yuv420p -c:a flac"
        )
        try clip(
            "b.mkv",
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=1 -f lavfi -i sine=duration=1 -c:v libx264 -pix_fmt yuv420p -c:a pcm_s16le"
        )
        let outcome = try run("a.mkv", "b.mkv", "-o", "out.mkv", "--with", "Dissolve", "--duration", "0.4")
        #expect(outcome.code == 0)
        #expect(
            outcome.errors.contains("b.mkv: stream 1 (audio, pcm_s16le) is left out; it isn't coded like that of a.mkv")
        )
        #expect(try VideoTool.probe(command.path("out.mkv"), "stream", nil, "codec_name") == ["h264", "flac"])
    }

    @Test("mistakes")
    func mistakes() throws {
        try clip("a.mkv", "-f lavfi -i color=red:size=64x48:rate=10:duration=1 -c:v ffv1")
        for (arguments, code, text) in [
            (
                ["a.mkv", "a.mkv", "-o", "out.mkv", "--with", "Dissolve", "--duration", "3"], 1,
                "less than the transition of 3 s"
            ),
            (
                ["a.mkv", "a.mkv", "-o", "out.mkv", "--with", "Dissolve", "--duration", "1"], 1,
                "nothing is left before a transition"
            ),
            (
                ["a.mkv", CommandProcess.scene, "-o", "out.mkv", "--with", "Dissolve"], 64,
                "is a video, and the other input isn't"
            ),
            (["a.mkv", "a.mkv", "-o", "out.gif", "--with", "Dissolve"], 64, "-o out.gif: its name must end in .mp4"),
            (["a.mkv", "a.mkv", "-o", "a.mkv", "--with", "Dissolve"], 1, "would replace the video a.mkv"),
            (
                ["a.mkv", "a.mkv", "-o", "out.mkv", "--with", "Disolve", "--duration", "0.5"], 1,
                "did you mean CIDissolveTransition?"
            ),
            (["a.mkv", "a.mkv", "-o", "out.mkv", "--with", "Dissolve", "--frames", "8"], 64, "videos take --duration"),
            (["a.mkv", "a.mkv", "-o", "out.mkv", "--with", "Dissolve", "--loop", "back"], 64, "videos play once"),
        ] as [([String], Int32, String)] {
            let outcome = try command.run(["transition"] + arguments)
            #expect(outcome.code == code, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains(text), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: command.path("out.mkv")))
        }
    }
}
