import Foundation
import TestSupport
import Testing
import VideoExchange

@testable import VideoFiles

/// What containers and encoders can't hold is refused at once, or written by another encoder.
@Suite("Containers and encoders", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct ContainerTests {
    private static let format = FrameFormat(pixelFormat: .yuv420p, width: 160, height: 120)

    private func writer(
        _ path: String, _ container: WritingRequest.Container, _ codec: VideoEncoding.Codec, _ format: FrameFormat
    ) throws(VideoFileError) -> VideoFileWriter {
        var request = WritingRequest(container: container)
        request.streams = [.video(VideoEncoding(codec: codec, format: format, timeBase: Ratio(1, 25)))]
        return try VideoFileWriter(path: path, request)
    }

    /// Muxers write some of these as data that nobody can read, or refuse them when an encoder is running already.
    @Test(
        "codecs that a container can't hold",
        arguments: [
            (WritingRequest.Container.mpegts, VideoEncoding.Codec.vp9), (.mpegts, .av1), (.mpegts, .mjpeg),
            (.mov, .vp9), (.mov, .av1), (.mxf, .av1), (.mxf, .hevc), (.mxf, .mjpeg), (.ogg, .h264), (.ogg, .av1),
            (.webm, .h264), (.mp4, .vp8),
        ])
    func refusals(_ container: WritingRequest.Container, _ codec: VideoEncoding.Codec) throws {
        try withTemporaryFolder { folder in
            let error = #expect(throws: VideoFileError.self) {
                try writer(folder + "/out", container, codec, Self.format)
            }
            #expect(error?.kind == .unsupported)
            #expect(error?.cause.contains("can't hold \(codec.rawValue); files that end with .") == true)
            #expect(error?.cause.contains(".mkv") == true)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.isEmpty)
        }
    }

    @Test("sizes that the first encoder of AV1 doesn't take", arguments: [(64, 48), (161, 121), (320, 182)])
    func sizes(_ width: Int, _ height: Int) throws {
        try withTemporaryFolder { folder in
            let format = FrameFormat(pixelFormat: .yuv420p, width: width, height: height)
            let writer = try writer(folder + "/out.mkv", .matroska, .av1, format)
            for time in 0..<3 { try writer.append(try writer.nextFrame(of: 0), time: Int64(time)) }
            #expect(try writer.finish().frames == 3)
            let found = try VideoTool.probe(folder + "/out.mkv", "stream", "v:0", "width,height")
            #expect(found == ["\(width)|\(height)"])
        }
    }

    @Test("HEVC has the tag that Apple's players know", arguments: [WritingRequest.Container.mp4, .mov])
    func tag(_ container: WritingRequest.Container) throws {
        try withTemporaryFolder { folder in
            let file = folder + "/out." + container.extensions[0]
            let writer = try writer(file, container, .hevc, Self.format)
            for time in 0..<3 { try writer.append(try writer.nextFrame(of: 0), time: Int64(time)) }
            try writer.finish()
            #expect(try VideoTool.probe(file, "stream", "v:0", "codec_tag_string") == ["hvc1"])
            #expect(try VideoFileReader(path: file).frames().nextFrame() != nil)
        }
    }

    @Test("a finished part without frames doesn't replace a file")
    func emptyPart() throws {
        try withTemporaryFolder { folder in
            let file = folder + "/out.mkv"
            try Data("before".utf8).write(to: URL(fileURLWithPath: file))
            let writer = try writer(file, .matroska, .h264, Self.format)
            // The encoder looks ahead, so it has given no packet.
            try writer.append(try writer.nextFrame(of: 0), time: 0)
            #expect(throws: VideoFileError.self) { try writer.keepFinishedPart() }
            let (data, files) = (
                try Data(contentsOf: URL(fileURLWithPath: file)),
                try FileManager.default.contentsOfDirectory(atPath: folder)
            )
            #expect(data == Data("before".utf8) && files == ["out.mkv"])
        }
    }
}
