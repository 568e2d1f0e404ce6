import Foundation
import TestSupport
import Testing

/// Tests of `coreimage video` and `transition` on tracks that the format of the result can't hold. What is in a result
/// is what ffprobe finds.
@Suite("Command: tracks that a format of video can't hold", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoOmissionTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    /// Makes a clip of pictures and sound with further tracks, in the folder of the test.
    private func clip(_ name: String, _ codecs: String, _ inputs: String = "", maps: String = "") throws {
        let subtitles = "1\n00:00:00,100 --> 00:00:00,900\nHello\n"
        try subtitles.write(toFile: command.path("words.srt"), atomically: true, encoding: .utf8)
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=64x48:rate=25:duration=1 -f lavfi -i sine=frequency=440:duration=1 "
                + "-i \(command.path("words.srt")) \(inputs) -map 0 -map 1 \(maps) -c:v libx264 -threads 2 "
                + "-pix_fmt yuv420p \(VideoTool.tags) \(codecs)", to: command.path(name))
    }

    private func codecs(_ name: String) throws -> [String] {
        try VideoTool.probe(command.path(name), "stream", nil, "codec_name").flatMap { $0.split(separator: "|") }
            .map(String.init)
    }

    @Test(
        "subtitles are left out and named, with a format that keeps them",
        arguments: [("mp4", "subrip"), ("mov", "ass"), ("avi", "subrip"), ("webm", "subrip"), ("ogv", "subrip")])
    func subtitles(_ format: String, _ codec: String) throws {
        let sound = ["webm", "ogv"].contains(format) ? "vorbis" : "mp3"
        let encoder = sound == "mp3" ? "libmp3lame" : "libvorbis"
        try clip("in.mkv", "-c:a \(encoder) -c:s \(codec == "ass" ? "ass" : "srt")", maps: "-map 2")
        #expect(try codecs("in.mkv") == ["h264", sound, codec])
        let outcome = try command.run(["video", "in.mkv", "-o", "out.\(format)"])
        #expect(outcome.code == 0)

        #expect(
            outcome.errors
                == "coreimage: in.mkv: stream 2 (subtitle, \(codec)) is left out; .\(format) can't hold it; write .mkv to keep it\n"
        )
        #expect(try codecs("out.\(format)").dropFirst() == [sound])
        #expect(try VideoTool.probe(command.path("out.\(format)"), "frame", "v:0", "width").count == 25)
    }

    @Test("the remedy is a format that holds the track")
    func remedy() throws {
        try clip("in.mp4", "-c:a aac -c:s mov_text", maps: "-map 2")
        let outcome = try command.run(["video", "in.mp4", "-o", "out.mkv"])
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("stream 2 (subtitle, mov_text) is left out; .mkv can't hold it"))
        #expect(outcome.errors.contains("write .mov to keep it"))
        #expect(try codecs("out.mkv") == ["h264", "aac"])
        let followed = try command.run(["video", "in.mp4", "-o", "out.mov"])
        #expect(followed.code == 0 && followed.errors == "")
        #expect(try codecs("out.mov") == ["h264", "aac", "mov_text"])
    }

    @Test("JSON has the numbers and the warnings")
    func json() throws {
        try clip("in.mkv", "-c:a libvorbis -c:s srt", maps: "-map 2")
        let outcome = try command.run(["video", "in.mkv", "-o", "out.mov", "--json"])
        #expect(outcome.code == 0)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["omittedStreams"] as? [Int] == [1, 2])
        #expect(
            object["warnings"] as? [String] == [
                "in.mkv: stream 1 (audio, vorbis) is left out; .mov can't hold it; write .mkv to keep it",
                "in.mkv: stream 2 (subtitle, subrip) is left out; .mov can't hold it; write .mkv to keep it",
            ])
        #expect(object["copiedPackets"] as? Int == 0)
        #expect(try codecs("out.mov") == ["h264"])
    }

    @Test("MPEG-TS doesn't get what no reader of it knows")
    func privateData() throws {
        try clip("in.mkv", "-c:a libmp3lame -c:s srt", maps: "-map 2")
        let outcome = try command.run(["video", "in.mkv", "-o", "out.ts"])
        #expect(outcome.code == 0 && outcome.errors.contains("stream 2 (subtitle, subrip) is left out; .ts can't"))
        #expect(Set(try codecs("out.ts")) == ["h264", "mp3"])
    }

    @Test("a track that is asked for by its number is an error")
    func required() throws {
        try clip("in.mkv", "-c:a aac -c:s srt", maps: "-map 2")
        let outcome = try command.run(["video", "in.mkv", "-o", "out.mp4", "--copy", "1,2"])
        #expect(outcome.code == 1 && outcome.errors.contains("the container can't hold subrip"))
        #expect(!FileManager.default.fileExists(atPath: command.path("out.mp4")))
    }

    @Test("the sound of joined videos is left out so too")
    func transition() throws {
        try clip("a.mkv", "-c:a libvorbis")
        try clip("b.mkv", "-c:a libvorbis")
        let outcome = try command.run([
            "transition", "a.mkv", "b.mkv", "-o", "out.mov", "--with", "Dissolve", "--duration", "0.2",
        ])
        #expect(outcome.code == 0)
        for name in ["a.mkv", "b.mkv"] {
            #expect(outcome.errors.contains("\(name): stream 1 (audio, vorbis) is left out; .mov can't hold it"))
        }
        #expect(try codecs("out.mov") == ["h264"])
    }

    @Test("a cover picture stays one in MP4, and is named where it would be lost or become a video")
    func cover() throws {
        try clip(
            "in.mp4", "-c:a aac -c:v:1 png -frames:v:1 1 -disposition:v:1 attached_pic",
            "-f lavfi -i color=red:size=32x32:duration=0.04", maps: "-map 3")
        func covers(_ name: String) throws -> [String] {
            try VideoTool.probe(command.path(name), "stream_disposition", "v", "attached_pic")
        }
        try #require(try covers("in.mp4") == ["0", "1"])
        let kept = try command.run(["video", "in.mp4", "-o", "out.mp4"])
        #expect(kept.code == 0 && kept.errors == "", "\(kept.errors)")
        #expect(try covers("out.mp4") == ["0", "1"])
        for format in ["mov", "mkv", "webm", "nut", "avi", "ts"] {
            let outcome = try command.run(["video", "in.mp4", "-o", "out.\(format)"])
            #expect(outcome.code == 0)
            #expect(
                outcome.errors.contains(
                    "in.mp4: stream 2 (video, png) is left out; .\(format) can't hold it; write .mp4 to keep it\n"),
                "\(outcome.errors)")
            #expect(try covers("out.\(format)") == ["0"])
        }
        let required = try command.run(["video", "in.mp4", "-o", "other.mkv", "--copy", "2"])
        #expect(required.code == 1 && required.errors.contains("the container can't hold a cover picture"))
        #expect(required.errors.contains("With --copy none it is left out."))
    }

    @Test(
        "chapters and notes are named where the format hasn't got them",
        arguments: [
            ("ts", "2 chapters and the notes ARTIST, title"), ("mxf", "2 chapters and the notes ARTIST, title"),
            ("avi", "2 chapters"), ("ogv", "2 chapters"),
            ("mkv", nil), ("mp4", nil), ("mov", nil), ("webm", nil), ("nut", nil),
        ])
    func texts(_ format: String, _ note: String?) throws {
        let chapters = [("One", 0, 500), ("Two", 500, 1000)].map {
            "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0.1)\nEND=\($0.2)\ntitle=\($0.0)\n"
        }
        try (";FFMETADATA1\ntitle=A title\nartist=Somebody\n" + chapters.joined())
            .write(toFile: command.path("texts.txt"), atomically: true, encoding: .utf8)
        try clip("in.mkv", "-c:a libmp3lame -map_metadata 3", "-i \(command.path("texts.txt"))")
        let words = ["video", "in.mkv", "-o", "out.\(format)", "--copy", "none"]
        let outcome = try command.run(words)
        #expect(outcome.code == 0)
        let line = note.map {
            "coreimage: in.mkv: \($0) are left out; .\(format) can't hold them; write .mkv to keep them\n"
        }
        #expect(outcome.errors == line ?? "")
        let titles = try VideoTool.probe(command.path("out.\(format)"), "chapter_tags", nil, "title")
        #expect(titles == (note == nil ? ["One", "Two"] : []))
        // In Ogg files, notes are those of a stream.
        let place = format == "ogv" ? ("stream_tags", "v:0") : ("format_tags", nil)
        let notes = try VideoTool.probe(command.path("out.\(format)"), place.0, place.1, "artist")
        #expect(notes.filter { !$0.isEmpty } == (note?.contains("ARTIST") == true ? [] : ["Somebody"]))
        let stripped = try command.run(words + ["--strip"])
        #expect(stripped.code == 0 && stripped.errors == "", "\(stripped.errors)")
    }

    @Test("Ogg keeps chapters with sound of Opus") func opus() throws {
        try ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=One\n"
            .write(toFile: command.path("texts.txt"), atomically: true, encoding: .utf8)
        try clip("in.mkv", "-c:a libopus -map_metadata 3", "-i \(command.path("texts.txt"))")
        let outcome = try command.run(["video", "in.mkv", "-o", "out.ogv"])
        #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
        #expect(try VideoTool.probe(command.path("out.ogv"), "chapter_tags", nil, "title") == ["One"])
    }

    @Test("notes about the encoding of the source aren't those of the result") func encodingNotes() throws {
        try clip(
            "in.mkv",
            "-c:a libopus -metadata:s:v BPS-eng=123 -metadata:s:v _STATISTICS_TAGS=BPS -metadata:s:v place=here")
        func notes(_ name: String) throws -> String {
            try VideoTool.probe(command.path(name), "stream_tags", "v:0", "encoder,BPS-eng,_STATISTICS_TAGS,place")
                .joined()
        }
        #expect(try ["123", "libx264", "here"].allSatisfy(notes("in.mkv").contains))
        #expect(try command.run(["video", "in.mkv", "-o", "out.mkv"]).code == 0)
        #expect(try notes("out.mkv").replacingOccurrences(of: "|", with: "") == "here")
    }
}
