import Foundation
import TestSupport
import Testing

/// Tests of `coreimage info` on videos, with ffprobe as the other witness.
@Suite("Command: info on videos", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoInfoTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    @Test("streams, duration, colours, rotation and chapters, as text and as JSON")
    func description() throws {
        let notes = command.path("notes.txt")
        try ";FFMETADATA1\ntitle=A clip\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1500\ntitle=One\n"
            .write(toFile: notes, atomically: true, encoding: .utf8)
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=160x120:rate=25:duration=2 -f lavfi -i sine=duration=2 -i \(notes) -map 0 -map 1 -map_metadata 2 -map_chapters 2 -c:v libx264 -bf 2 -pix_fmt yuv420p -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv -c:a aac -metadata:s:a:0 language=deu",
            to: command.path("first.mp4"))
        try VideoTool.encode(
            "-i \(command.path("first.mp4")) -map 0:v -map 0:a -c copy -metadata:s:v:0 rotate=90",
            to: command.path("in.mp4"))
        // ffprobe counts counter-clockwise.
        let turn = try VideoTool.probe(command.path("in.mp4"), "stream_side_data", "v:0", "rotation").compactMap {
            Int($0)
        }
        let angle = (360 - (turn.first ?? 0)) % 360
        #expect(angle == 90 || angle == 270)
        let text = try command.run(["info", "in.mp4"])
        #expect(text.code == 0 && text.errors == "")
        let lines = text.output.replacing(/[ ]{2,}/, with: " ")
        for part in [
            "file in.mp4\n", "duration 2", "title A clip\n",
            "stream 0 video, h264, High, 160 × 120 pixels, yuv420p, 25 frames/s, 50 frames, 2 s",
            "colours: primaries BT.709, transfer function BT.709, matrix BT.709, video range",
            "turned by \(angle)° clockwise, upright 120 × 160\n", "stream 1 audio, aac, LC, 44100 Hz, mono, ",
            ", deu\n",
            "chapters 0 s to 1.5 s, One",
        ] {
            #expect(lines.contains(part), "\(part)\n\(text.output)")
        }
        let outcome = try command.run(["info", "in.mp4", "--json"])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let streams = try #require(object["streams"] as? [[String: Any]])
        #expect(streams.count == 3)
        #expect(streams[0]["rotation"] as? Int == angle && streams[0]["uprightWidth"] as? Int == 120)
        let stated = try VideoTool.probe(
            command.path("in.mp4"), "stream", "v:0", "codec_name,width,height,pix_fmt,nb_frames,avg_frame_rate")
        let ours = ["codec", "width", "height", "pixelFormat", "averageFrameRate", "frames"].map {
            "\(streams[0][$0] ?? "")"
        }
        #expect(ours.joined(separator: "|") == stated.first)
        let duration = try VideoTool.probe(command.path("in.mp4"), "format", nil, "duration").first.flatMap {
            Double($0)
        }
        #expect(abs((object["duration"] as? Double ?? 0) - (duration ?? 9)) < 1e-5)
        #expect((object["chapters"] as? [[String: Any]])?.first?["end"] as? Double == 1.5)
    }

    @Test(
        "colours have ffprobe's names",
        arguments: [
            ("bt709", "bt709", "bt709", "tv", "left"), ("bt2020", "smpte2084", "bt2020nc", "tv", "topleft"),
            ("smpte170m", "smpte170m", "smpte170m", "pc", "center"),
            ("smpte432", "iec61966-2-1", "bt709", "pc", "left"),
            ("bt2020", "arib-std-b67", "bt2020c", "tv", "topleft"), ("bt470bg", "bt470bg", "bt470bg", "tv", "left"),
            ("film", "linear", "fcc", "tv", "top"), ("smpte240m", "smpte240m", "smpte240m", "tv", "left"),
            ("bt470m", "bt470m", "ycgco", "pc", "bottom"), ("smpte431", "smpte428", "chroma-derived-nc", "pc", "left"),
            ("smpte428", "log100", "chroma-derived-c", "pc", "left"),
            ("jedec-p22", "log316", "ictcp", "tv", "bottomleft"),
            ("bt709", "iec61966-2-4", "smpte2085", "tv", "left"), ("bt709", "bt1361e", "bt709", "tv", "left"),
            ("bt2020", "bt2020-10", "bt2020nc", "tv", "left"), ("bt2020", "bt2020-12", "bt2020nc", "tv", "left"),
        ])
    func colours(_ primaries: String, _ transfer: String, _ matrix: String, _ range: String, _ siting: String) throws {
        try VideoTool.encode(
            "-f lavfi -i color=gray:size=32x32:rate=25:duration=0.08 -c:v libx264 -pix_fmt yuv420p",
            to: command.path("plain.mp4"))
        let number = ["left": 0, "center": 1, "topleft": 2, "top": 3, "bottomleft": 4, "bottom": 5][siting] ?? 0
        func code(_ names: [String], _ name: String) -> Int { names.firstIndex(of: name) ?? 2 }
        // The numbers of ITU-T H.273, which the header of the stream stores.
        let table = [
            "_", "bt709", "_", "_", "bt470m", "bt470bg", "smpte170m", "smpte240m", "film", "bt2020", "smpte428",
            "smpte431", "smpte432",
        ]
        let transfers = [
            "_", "bt709", "_", "_", "bt470m", "bt470bg", "smpte170m", "smpte240m", "linear", "log100", "log316",
            "iec61966-2-4", "bt1361e", "iec61966-2-1", "bt2020-10", "bt2020-12", "smpte2084", "smpte428",
            "arib-std-b67",
        ]
        let matrices = [
            "gbr", "bt709", "_", "_", "fcc", "bt470bg", "smpte170m", "smpte240m", "ycgco", "bt2020nc", "bt2020c",
            "smpte2085", "chroma-derived-nc", "chroma-derived-c", "ictcp",
        ]
        let first = primaries == "jedec-p22" ? 22 : code(table, primaries)
        try VideoTool.encode(
            "-i \(command.path("plain.mp4")) -c copy -bsf:v h264_metadata=colour_primaries=\(first):transfer_characteristics="
                + "\(code(transfers, transfer)):matrix_coefficients=\(code(matrices, matrix)):video_full_range_flag="
                + "\(range == "pc" ? 1 : 0):chroma_sample_loc_type=\(number)", to: command.path("in.mkv"))
        let outcome = try command.run(["info", "in.mkv", "--json"])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let stream = try #require((object["streams"] as? [[String: Any]])?.first)
        let ours = try #require(stream["colours"] as? [String: String])
        let entries = [
            ("color_primaries", "primaries"), ("color_transfer", "transfer"), ("color_space", "matrix"),
            ("color_range", "range"), ("chroma_location", "chromaLocation"),
        ]
        for (entry, key) in entries {
            #expect(try VideoTool.probe(command.path("in.mkv"), "stream", "v:0", entry) == [ours[key] ?? ""], "\(key)")
        }
        if primaries == "bt2020", transfer == "smpte2084" {
            #expect(
                ours == [
                    "primaries": "bt2020", "transfer": "smpte2084", "matrix": "bt2020nc", "range": "tv",
                    "chromaLocation": "topleft",
                ])
        }
    }

    @Test("a picture and a video side by side, and a video through a pipe")
    func several() throws {
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.2 -c:v ffv1", to: command.path("in.mkv"))
        let outcome = try command.run(["info", CommandProcess.scene, "in.mkv", "--json"])
        #expect(outcome.code == 0)
        let objects = try outcome.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.count == 2 && objects[0]["format"] as? String == "png")
        #expect((objects[1]["format"] as? String)?.contains("matroska") == true)
        let program = ProductsFolder.product("coreimage").path
        let piped = try CommandProcess.run(
            URL(fileURLWithPath: "/bin/bash"), ["-c", "cat in.mkv | '\(program)' info -"], in: command.folder,
            environment: ["HOME": command.folder.path])
        #expect(piped.code == 0 && piped.output.contains("video, ffv1"), "\(piped.errors)")
    }

    @Test("a file that is neither a picture nor a video, an empty one, and one that isn't there are named as such")
    func unreadable() throws {
        try Data().write(to: URL(fileURLWithPath: command.path("empty.mp4")))
        try Data("1\n00:00:01,000 --> 00:00:02,000\nHello\n".utf8)
            .write(to: URL(fileURLWithPath: command.path("words.srt")))
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.2 -c:v ffv1", to: command.path("in.mkv"))
        let empty = try command.run(["info", "empty.mp4"])
        #expect(empty.code == 1 && empty.errors.contains("empty.mp4: the file is empty"), "\(empty.errors)")
        let words = try command.run(["info", "words.srt"])
        #expect(words.code == 1)
        #expect(
            words.errors.contains("words.srt is neither a video nor a picture in a format that can be read (JPEG"),
            "\(words.errors)")
        let several = try command.run(["info", "in.mkv", "missing.mp4"])
        #expect(several.code == 2 && several.errors.hasSuffix("coreimage: 1 of 2 files failed\n"), "\(several.errors)")
    }

    @Test("what is for pictures only is refused, with a way around it")
    func pictureOptions() throws {
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.2 -c:v ffv1", to: command.path("in.mkv"))
        let outcome = try command.run(["info", "in.mkv", "--faces"])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("this is a video") && outcome.errors.contains("-frames:v 1 frame.png"))
    }
}
