import Foundation
import TestSupport
import Testing

/// Tests of subtitles and of tracks of chapters in results of `coreimage video` and `transition`, as ffprobe finds
/// them.
@Suite("Command: subtitles of videos", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct VideoSubtitleTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    /// Makes a clip of five seconds with subtitles from 0.5 to 1.5, 2 to 3 and 3.5 to 4.5 seconds.
    private func clip(_ name: String, _ codec: String, _ further: String = "") throws {
        try """
        1
        00:00:00,500 --> 00:00:01,500
        One

        2
        00:00:02,000 --> 00:00:03,000
        Two

        3
        00:00:03,500 --> 00:00:04,500
        Three

        """.write(toFile: command.path("words.srt"), atomically: true, encoding: .utf8)
        try VideoTool.encode(
            "-f lavfi -i testsrc2=size=64x48:rate=10:duration=5 -i \(command.path("words.srt")) \(further) "
                + "-map 0 -map 1 "
                + "-c:v libx264 -g 10 -threads 2 -pix_fmt yuv420p \(VideoTool.tags) -c:s \(codec)",
            to: command.path(name))
    }

    /// The times at which subtitles begin and end, in seconds. MP4 has packets without text between them.
    private func cues(_ name: String) throws -> [[Double]] {
        let lines = try VideoTool.probe(command.path(name), "packet", "s:0", "pts_time,duration_time,size")
        return lines.compactMap { line in
            let numbers = line.split(separator: "|").compactMap { Double($0) }
            guard numbers.count == 3, numbers[2] > 2 else { return nil }
            return [numbers[0], numbers[0] + numbers[1]].map { ($0 * 100).rounded() / 100 }
        }
    }

    @Test(
        "are shown at the right times in a part of a video, and no longer than it",
        arguments: [("mp4", "mov_text"), ("mov", "mov_text"), ("mkv", "srt")])
    func part(_ format: String, _ codec: String) throws {
        try clip("in.\(format)", codec)
        #expect(try cues("in.\(format)") == [[0.5, 1.5], [2, 3], [3.5, 4.5]])
        let outcome = try command.run(["video", "in.\(format)", "--from", "1.8", "--to", "4", "-o", "out.\(format)"])
        #expect(outcome.code == 0 && outcome.errors == "")
        #expect(try cues("out.\(format)") == [[0.2, 1.2], [1.7, 2.2]])
        // The second is being shown at the start. Matroska's reader needn't find it.
        _ = try command.run(["video", "in.\(format)", "--from", "2.5", "--to", "3.8", "-o", "short.\(format)"])
        let short = try cues("short.\(format)")
        #expect(short.last == [1, 1.3] && short.dropLast().allSatisfy { $0 == [0, 0.5] })
        #expect(short.count == 2 || format == "mkv")
        let duration = try VideoTool.probe(command.path("out.\(format)"), "format", nil, "duration").first
        let seconds = try #require(duration.flatMap { Double($0) })
        #expect(abs(seconds - 2.2) < 0.06)
    }

    @Test("that a transition leaves out are named")
    func transition() throws {
        try clip("a.mkv", "srt")
        try clip("b.mkv", "srt")
        let outcome = try command.run(["transition", "a.mkv", "b.mkv", "-o", "out.mkv", "--filter", "Dissolve"])
        #expect(outcome.code == 0)
        for name in ["a.mkv", "b.mkv"] {
            #expect(outcome.errors.contains("\(name): stream 1 (subtitle, subrip) is left out"))
        }
    }

    @Test("titles of chapters are no track that could be left out")
    func chapters() throws {
        try
            ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=3\ntitle=First\n[CHAPTER]\nTIMEBASE=1/1\nSTART=3\nEND=5\ntitle=Second\n"
            .write(toFile: command.path("chapters.txt"), atomically: true, encoding: .utf8)
        try clip("in.mp4", "mov_text", "-i \(command.path("chapters.txt")) -map_chapters 2")
        #expect(try VideoTool.probe(command.path("in.mp4"), "stream", nil, "codec_name").contains("bin_data"))
        let outcome = try command.run(["video", "in.mp4", "-o", "out.mp4", "--json"])
        #expect(outcome.code == 0 && outcome.errors == "")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["omittedStreams"] as? [Int] == [] && object["warnings"] as? [String] == [])
        #expect(try VideoTool.probe(command.path("out.mp4"), "chapter", nil, "id").count == 2)
    }
}
