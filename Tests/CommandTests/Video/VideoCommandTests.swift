import CoreImage
import Foundation
import TestSupport
import Testing

/// Tests of `coreimage video` as a process, with ffmpeg and ffprobe on both sides.
@Suite("Command: video", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoCommandTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private func run(_ arguments: String...) throws -> CommandProcess.Outcome { try command.run(["video"] + arguments) }

    /// Makes a clip in the folder of the test, and returns its path.
    private func clip(_ name: String, _ arguments: String) throws -> String {
        try VideoTool.encode(arguments, to: command.path(name))
        return command.path(name)
    }

    private static let picture = "-f lavfi -i testsrc2=size=160x120:rate=25:duration=2"
    private static let sound = "-f lavfi -i sine=frequency=440:duration=2"
    private static let h264 = "-c:v libx264 -preset veryfast -threads 2 -pix_fmt yuv420p \(VideoTool.tags)"

    /// A clip, with what ffprobe must say of its stream of video besides the times.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let arguments: String
        var second: String?
        var testDescription: String { name }
    }

    private static let kinds = [
        Kind(name: "constant rate", arguments: "\(picture) \(sound) \(h264) -bf 0 -c:a aac"),
        Kind(name: "B-frames", arguments: "\(picture) \(sound) \(h264) -bf 3 -g 20 -c:a aac"),
        Kind(
            name: "variable rate",
            arguments:
                "\(picture) \(sound) -vf select=not(mod(n\\,3))+not(mod(n\\,7)) -fps_mode vfr \(h264) -c:a aac"),
        Kind(
            name: "edit list", arguments: "\(picture) \(sound) \(h264) -g 10 -c:a aac",
            second: "-ss 0.5 -i CLIP -c copy"),
        Kind(
            name: "29.97 a second",
            arguments: "-f lavfi -i testsrc2=size=160x120:rate=30000/1001:duration=2 \(sound) \(h264) -c:a aac"),
    ]

    private func make(_ kind: Kind) throws -> String {
        guard let second = kind.second else { return try clip("in.mp4", kind.arguments) }
        let first = try clip("first.mp4", kind.arguments)
        return try clip("in.mp4", second.replacingOccurrences(of: "CLIP", with: first))
    }

    @Test("frames keep their number and times, and packets of sound stay the same", arguments: kinds)
    func times(_ kind: Kind) throws {
        let file = try make(kind)
        let outcome = try run("in.mp4", "-o", "out.mp4", "--", "ColorInvert")
        #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
        let result = command.path("out.mp4")
        let (expected, found) = (try VideoTool.times(of: file), try VideoTool.times(of: result))
        #expect(found.count == expected.count)
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect(outcome.output.hasPrefix("out.mp4: \(expected.count) frames of 160 × 120 pixels, h264, "))
        let hashes = try [file, result].map {
            try VideoTool.probe($0, "packet", "a:0", "pts_time,data_hash", ["-show_data_hash", "sha256"])
        }
        #expect(!hashes[0].isEmpty)
        #expect(hashes[1] == hashes[0])
    }

    @Test("tags, chapters, notes, languages and other tracks are kept")
    func tags() throws {
        let notes = command.path("notes.txt")
        try
            ";FFMETADATA1\ntitle=A clip\nartist=Somebody\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=800\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=800\nEND=2000\ntitle=Two\n"
            .write(toFile: notes, atomically: true, encoding: .utf8)
        let subtitles = command.path("words.srt")
        try "1\n00:00:00,200 --> 00:00:01,000\nWords\n".write(toFile: subtitles, atomically: true, encoding: .utf8)
        let file = try clip(
            "in.mkv",
            "\(Self.picture) \(Self.sound) -i \(subtitles) -i \(notes) -map 0 -map 1 -map 2 -map_metadata 3 -map_chapters 3 \(Self.h264) -c:a flac -c:s srt -metadata:s:a:0 language=deu -metadata:s:v:0 language=fra"
        )
        let outcome = try run("in.mkv", "-o", "out.mkv", "--quality", "0.8", "--", "SepiaTone")
        #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
        let result = command.path("out.mkv")
        for (section, stream, entries) in [
            ("stream", "v:0", "color_range,color_space,color_transfer,color_primaries,codec_name,width,height"),
            ("stream", "a:0", "codec_name,sample_rate,channels"), ("stream", "s:0", "codec_name"),
            ("stream_tags", "v:0", "language"), ("stream_tags", "a:0", "language"),
            ("format_tags", nil, "title,artist"), ("chapter", nil, "start_time,end_time"),
            ("chapter_tags", nil, "title"),
        ] as [(String, String?, String)] {
            let expected = try VideoTool.probe(file, section, stream, entries)
            #expect(try VideoTool.probe(result, section, stream, entries) == expected, "\(section) \(entries)")
            #expect(!expected.isEmpty, "\(section)")
        }
        // Without notes
        #expect(try run("in.mkv", "-o", "plain.mkv", "--strip", "--copy", "1").code == 0)
        #expect(try VideoTool.probe(command.path("plain.mkv"), "format_tags", nil, "title,artist") == [])
        #expect(try VideoTool.probe(command.path("plain.mkv"), "chapter_tags", nil, "title") == [])
        #expect(try VideoTool.probe(command.path("plain.mkv"), "stream", nil, "codec_type") == ["video", "audio"])
    }

    /// The colours of a frame's 2 × 2 quarters, as bytes of red, green and blue, from the top left by rows.
    private func quarters(_ file: String, width: Int, height: Int, frame: Int = 0) throws -> [[Int]] {
        let samples = try VideoTool.samples(of: file, "rgb24")
        let start = frame * width * height * 3
        try #require(samples.count >= start + width * height * 3)
        return [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
            let offset = start + (y * height / 4 * width + x * width / 4) * 3
            return (0..<3).map { Int(samples[samples.startIndex + offset + $0]) }
        }
    }

    @Test("rotated videos are written upright", arguments: [90, 180, 270])
    func rotation(_ angle: Int) throws {
        // Red, green, blue and white quarters.
        let parts = ["red", "green", "blue", "white"].map { "-f lavfi -i color=\($0):size=64x32:rate=25:duration=0.2" }
        let first = try clip(
            "first.mp4",
            parts.joined(separator: " ")
                + " -filter_complex '[0][1]hstack[a];[2][3]hstack[b];[a][b]vstack' \(Self.h264) -qp 4")
        _ = try clip("in.mp4", "-i \(first) -c copy -metadata:s:v:0 rotate=\(angle)")
        let outcome = try run("in.mp4", "-o", "out.mp4", "--crf", "8")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let isTurned = angle != 180
        let (width, height) = isTurned ? (64, 128) : (128, 64)
        let result = command.path("out.mp4")
        #expect(try VideoTool.probe(result, "stream", "v:0", "width,height") == ["\(width)|\(height)"])
        #expect(try VideoTool.probe(result, "stream_side_data", "v:0", "rotation").filter { !$0.isEmpty } == [])
        // ffmpeg turns frames itself, unless it is told not to.
        let upright = try clip("upright.mkv", "-i \(command.path("in.mp4")) -c:v ffv1")
        let (expected, found) = (
            try quarters(upright, width: width, height: height), try quarters(result, width: width, height: height)
        )
        for (one, other) in zip(expected.joined(), found.joined()) { #expect(abs(one - other) < 12) }
        #expect(Set(expected).count == 4)
    }

    @Test("without filters, a lossless result has every sample", arguments: ["yuv420p", "yuv422p10le", "yuv444p"])
    func lossless(_ format: String) throws {
        let file = try clip("in.mkv", "\(Self.picture) -c:v ffv1 -pix_fmt \(format)")
        #expect(try run("in.mkv", "-o", "out.mkv", "--codec", "ffv1").code == 0)
        let result = command.path("out.mkv")
        #expect(try VideoTool.probe(result, "stream", "v:0", "pix_fmt") == [format])
        let isSame = try VideoTool.samples(of: result) == (try VideoTool.samples(of: file))
        #expect(isSame)
    }

    @Test("a simple filter's pixels are those of its formula, for every frame")
    func pixels() throws {
        // Frame n is grey with the code 16 + 4 n.
        let file = try clip(
            "in.mkv",
            "-f lavfi -i color=black:size=32x16:rate=25:duration=2 -vf geq=lum='16+4*N':cb=128:cr=128 -c:v ffv1 -pix_fmt yuv444p -colorspace bt709 -color_primaries bt709 -color_trc bt709"
        )
        let steps = "EV=0@0s,2@1s"
        #expect(try run("in.mkv", "-o", "out.mkv", "--codec", "ffv1", "--", "ExposureAdjust", steps).code == 0)
        let (before, after) = (try VideoTool.samples(of: file), try VideoTool.samples(of: command.path("out.mkv")))
        try #require(before.count == 50 * 32 * 16 * 3 && after.count == before.count)
        for frame in 0..<50 {
            let code = Int(before[frame * 32 * 16 * 3])
            #expect(code == 16 + 4 * frame)
            // BT.709 to light, with the gain of the time between the key frames, and back, by BT.709's formulas.
            let gain = exp2(min(Double(frame) / 25, 1) * 2)
            let encoded = Double(code - 16) / 219
            let light = (encoded < 0.081 ? encoded / 4.5 : pow((encoded + 0.099) / 1.099, 1 / 0.45)) * gain
            let again = light < 0.018 ? light * 4.5 : 1.099 * pow(light, 0.45) - 0.099
            let expected = min(16 + 219 * again, 255)
            let found = Double(after[frame * 32 * 16 * 3 + 5])
            #expect(abs(found - expected) <= 1.01, "frame \(frame): \(found), \(expected)")
            #expect(after[frame * 32 * 16 * 3 + 32 * 16 + 5] == 128)
        }
    }

    @Test("--from, --to and --fps choose frames and times")
    func ranges() throws {
        let file = try clip("in.mp4", "\(Self.picture) \(Self.sound) \(Self.h264) -bf 2 -c:a aac")
        let all = try VideoTool.samples(of: file)
        let size = 160 * 120 * 3 / 2
        // From frame 10 to frame 30.
        for (from, to) in [("0.4", "1.2s"), ("10f", "30f"), ("400ms", "0:01.2")] {
            #expect(
                try run("in.mp4", "-o", "part.mkv", "--from", from, "--to", to, "--codec", "ffv1", "--copy", "none")
                    .code == 0)
            let part = try VideoTool.samples(of: command.path("part.mkv"))
            let isSame = part.elementsEqual(all[10 * size..<30 * size])
            #expect(isSame, "\(from) \(to)")
            let times = try VideoTool.times(of: command.path("part.mkv"))
            #expect(zip(times, 0..<20).allSatisfy { abs($0 - Double($1) * 0.04) < 1e-6 })
        }
        #expect(try run("in.mp4", "-o", "slow.mkv", "--fps", "10", "--codec", "ffv1", "--copy", "none").code == 0)
        let slow = try VideoTool.samples(of: command.path("slow.mkv"))
        try #require(slow.count == 20 * size)
        // At n tenths of a second, frame floor(2.5 n) is shown.
        for number in 0..<20 {
            let isSame = slow[number * size..<(number + 1) * size].elementsEqual(
                all[(number * 5 / 2) * size..<(number * 5 / 2 + 1) * size])
            #expect(isSame, "\(number)")
        }
        #expect(try VideoTool.probe(command.path("slow.mkv"), "stream", "v:0", "r_frame_rate") == ["10/1"])
        // Sound of a part begins with it.
        #expect(try run("in.mp4", "-o", "part.mp4", "--from", "1", "--to", "1.5").code == 0)
        let sound = try VideoTool.probe(command.path("part.mp4"), "packet", "a:0", "pts_time").compactMap { Double($0) }
        #expect(sound.count > 20 && abs(sound[0]) < 0.05 && (sound.last ?? 9) < 0.52)
    }

    @Test("--size, --fit, --fill and --crop choose the size")
    func sizes() throws {
        _ = try clip("in.mkv", "-f lavfi -i color=red:size=160x120:rate=5:duration=0.4 -c:v ffv1 -pix_fmt yuv444p")
        for (options, size, columns) in [
            (["--fit", "80x80"], "80|60", [true, true, true]), (["--fill", "60x60"], "60|60", [true, true, true]),
            (["--size", "240x60"], "240|60", [false, true, false]),
            (["--fit", "800x800"], "160|120", [true, true, true]),
            (["--crop", "10,20,40,30"], "40|30", [true, true, true]),
            (["--crop", "0,0,80,60", "--size", "20x15"], "20|15", [true, true, true]),
        ] {
            let outcome = try command.run(["video", "in.mkv", "-o", "out.mkv", "--codec", "ffv1"] + options)
            #expect(outcome.code == 0, "\(options): \(outcome.errors)")
            #expect(try VideoTool.probe(command.path("out.mkv"), "stream", "v:0", "width,height") == [size])
            let numbers = size.split(separator: "|").compactMap { Int($0) }
            let samples = try VideoTool.samples(of: command.path("out.mkv"), "rgb24")
            for (place, isRed) in zip([1, numbers[0] / 2, numbers[0] - 2], columns) {
                let offset = (numbers[1] / 2 * numbers[0] + place) * 3
                #expect((samples[offset] > 240) == isRed && samples[offset + 1] < 12, "\(options), \(place)")
            }
        }
    }

    @Test("what a filter draws outside of the frame is cut off, and what it leaves empty is black")
    func outside() throws {
        _ = try clip("in.mkv", "-f lavfi -i color=white:size=64x48:rate=5:duration=0.2 -c:v ffv1 -pix_fmt yuv444p")
        let outcome = try run("in.mkv", "-o", "out.mkv", "--codec", "ffv1", "--", "Crop", "rectangle=16,12,100,100")
        #expect(outcome.code == 0)
        let samples = try VideoTool.samples(of: command.path("out.mkv"), "gray")
        try #require(samples.count == 64 * 48)
        for y in 0..<48 {
            for x in 0..<64 where samples[y * 64 + x] != (x >= 16 && y < 36 ? 255 : 0) { Issue.record("\(x), \(y)") }
        }
    }

    @Test("a filter with a time gets that of the frame")
    func time() throws {
        _ = try clip("in.mkv", "-f lavfi -i color=black:size=16x16:rate=10:duration=1 -c:v ffv1 -pix_fmt yuv444p")
        // From black to white in the first second.
        _ = try clip("white.png", "-f lavfi -i color=white:size=16x16 -frames:v 1")
        let outcome = try run(
            "in.mkv", "-o", "out.mkv", "--codec", "ffv1", "--", "DissolveTransition", "targetImage=white.png")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let samples = try VideoTool.samples(of: command.path("out.mkv"), "gray")
        try #require(samples.count == 10 * 256)
        let lightness = (0..<10).map { Int(samples[$0 * 256 + 40]) }
        #expect(lightness[0] == 0)
        for (before, after) in zip(lightness, lightness.dropFirst()) { #expect(after > before) }
    }
}
