import Foundation
import TestSupport
import Testing
import VideoExchange

@testable import VideoFiles

/// Compares descriptions of files with what ffmpeg was told to write into them.
@Suite("Descriptions of video files", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct DescriptionTests {
    @Test("tags, tracks, chapters and notes")
    func everything() throws {
        try withTemporaryFolder { folder in
            let notes = folder + "/notes.txt"
            try """
            ;FFMETADATA1
            title=A title
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=1000
            title=First
            [CHAPTER]
            TIMEBASE=1/1000
            START=1000
            END=2000
            title=Second
            """.write(toFile: notes, atomically: true, encoding: .utf8)
            let file = folder + "/all.mp4"
            try VideoTool.encode(
                "-f lavfi -i testsrc2=size=160x120:rate=30000/1001:duration=2 -f lavfi -i sine=duration=2 "
                    + "-f lavfi -i sine=frequency=880:duration=2 -i \(notes) -map 0 -map 1 -map 2 -map_metadata 3 -map_chapters 3 "
                    + "-c:v libx264 -pix_fmt yuv420p10le -color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc "
                    + "-color_range tv -chroma_sample_location topleft -vf setsar=4/3 -c:a aac -ac:a:1 2 "
                    + "-metadata:s:a:0 language=deu -metadata:s:a:1 language=fra", to: file)
            let rotated = folder + "/rotated.mp4"
            try VideoTool.encode("-i \(file) -map 0 -c copy -metadata:s:v:0 rotate=90", to: rotated)
            let description = try VideoFileReader(path: rotated).description
            #expect(description.container == "mov,mp4,m4a,3gp,3g2,mj2")
            #expect(description.isSeekable)
            #expect(description.metadata["title"] == "A title")
            #expect(description.chapters.map { $0.metadata["title"] } == ["First", "Second"])
            #expect(description.chapters.map(\.start.seconds) == [0, 1])
            #expect(description.chapters.map(\.end.seconds) == [1, 2])
            #expect(abs(try #require(description.duration).seconds - 2) < 0.05)
            // The chapters of MP4 are a stream, too.
            #expect(description.streams.prefix(3).map(\.kind) == [.video, .audio, .audio])
            #expect(description.streams.prefix(3).map(\.codec) == ["h264", "aac", "aac"])
            #expect(description.streams[1...2].map(\.language) == ["deu", "fra"])
            #expect(description.streams[1].audio == AudioTrack(sampleRate: 44_100, channels: 1, layout: "mono"))
            #expect(description.streams[2].audio == AudioTrack(sampleRate: 44_100, channels: 2, layout: "stereo"))
            let video = try #require(description.firstVideoStream?.video)
            #expect([video.width, video.height] == [160, 120])
            #expect(video.pixelFormat == "yuv420p10le")
            #expect(video.bitDepth == 10)
            #expect(video.pixelAspectRatio == Ratio(4, 3))
            #expect(video.averageFrameRate == Ratio(30_000, 1001))
            #expect(video.nominalFrameRate == Ratio(30_000, 1001))
            #expect(video.rotation == 270 || video.rotation == 90)
            #expect(
                video.colours
                    == ColourTags(range: .video, primaries: 9, transfer: 18, matrix: 9, chromaLocation: .topLeft))
            #expect(description.streams[0].profile == "High 10")
            #expect(description.streams[0].frameCount == 60)
            #expect(description.streams[0].disposition.contains("default"))
        }
    }

    @Test("a file without tags has none")
    func untagged() throws {
        try withTemporaryFolder { folder in
            let file = folder + "/plain.mkv"
            try VideoTool.encode(
                "-f lavfi -i testsrc2=size=160x120:rate=25:duration=1 -c:v ffv1 -pix_fmt yuv420p", to: file)
            let reader = try VideoFileReader(path: file)
            let video = try #require(reader.description.firstVideoStream?.video)
            #expect(video.colours.primaries == nil && video.colours.transfer == nil && video.colours.matrix == nil)
            #expect(video.rotation == 0)
            let frame = try #require(try reader.frames().nextFrame())
            #expect(frame.format.colours.primaries == nil && frame.format.colours.matrix == nil)
        }
    }

    @Test("light levels that only messages in the video state", arguments: ["mp4", "mkv", "hevc"])
    func lightLevels(_ fileExtension: String) throws {
        try withTemporaryFolder { folder in
            let file = folder + "/light.\(fileExtension)"
            try VideoTool.encode(
                "-f lavfi -i testsrc2=size=160x120:rate=25:duration=0.4 \(Clip.lightLevels)", to: file)
            // The test would show nothing if the container stated them, too.
            #expect(try !VideoTool.probe(file, "stream_side_data", "v:0", "max_content").joined().contains("1000"))
            let reader = try VideoFileReader(path: file)
            let video = try #require(reader.description.firstVideoStream?.video)
            #expect(video.contentLightLevel == ContentLightLevel(maximum: 1000, maximumFrameAverage: 400))
            #expect(
                video.masteringDisplay
                    == MasteringDisplay(
                        chromaticities: [34_000, 16_000, 13_250, 34_500, 7500, 3000, 15_635, 16_450],
                        minimumLuminance: 50, maximumLuminance: 10_000_000))
            #expect(try reader.frames().allFrames().count == 10)
        }
    }

    @Test("light levels of a recording that begins between key frames")
    func lightLevelsAfterStart() throws {
        try withTemporaryFolder { folder in
            let (whole, cut) = (folder + "/whole.ts", folder + "/cut.ts")
            try VideoTool.encode(
                "-f lavfi -i testsrc2=size=160x120:rate=25:duration=2 \(Clip.lightLevels):keyint=25", to: whole)
            let packet = 188
            let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
            try bytes.dropFirst(bytes.count / packet / 5 * packet).write(to: URL(fileURLWithPath: cut))
            let flags = try VideoTool.probe(cut, "packet", "v:0", "flags")
            #expect(flags.first?.hasPrefix("K") == false && flags.contains { $0.hasPrefix("K") })
            let video = try #require(try VideoFileReader(path: cut).description.firstVideoStream?.video)
            #expect(video.contentLightLevel == ContentLightLevel(maximum: 1000, maximumFrameAverage: 400))
        }
    }
}
