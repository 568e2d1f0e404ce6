import ChildProcesses
import Foundation
import TestSupport
import Testing
import VideoExchange

@testable import VideoFiles

/// Writes FFV1 files of sizes that can't be divided into every number of slices, and compares what ffmpeg decodes with
/// the samples that were written.
@Suite("Sizes of FFV1", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct FFV1SizeTests {
    private static let frameCount = 3

    /// Returns frames of random samples, as a YUV4MPEG2 stream has them.
    private func samples(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    @Test(
        "Every size is written without loss",
        arguments: [
            (15, 200), (31, 33), (63, 63), (64, 15), (101, 99), (1, 1), (1, 40), (40, 1), (2, 2), (2, 200), (3, 3),
            (5, 7), (7, 9), (8, 8), (9, 8), (161, 121), (160, 120),
        ], [VideoPixelFormat.yuv420p, .gray, .yuv444p, .yuv410p, .bgra])
    func size(_ size: (width: Int, height: Int), _ format: VideoPixelFormat) throws {
        try withTemporaryFolder { folder in
            let file = folder + "/out.mkv"
            let frame = FrameFormat(pixelFormat: format, width: size.width, height: size.height)
            let layout = try #require(frame.layout)
            var request = WritingRequest(container: .matroska)
            request.streams = [
                .video(VideoEncoding(codec: .ffv1, format: frame, timeBase: Ratio(1, 25), frameRate: Ratio(25, 1)))
            ]
            let writer = try VideoFileWriter(path: file, request)
            var expected = Data()
            for time in 0..<Self.frameCount {
                let target = try writer.nextFrame(of: 0)
                for plane in layout.planes {
                    for row in 0..<plane.rows {
                        let bytes = samples(plane.usedBytesPerRow)
                        expected.append(contentsOf: bytes)
                        let start = plane.offset + row * plane.bytesPerRow
                        target.withUnsafeMutableBytes { memory in
                            UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + bytes.count])
                                .copyBytes(from: bytes)
                        }
                    }
                }
                try writer.append(target, time: Int64(time))
            }
            #expect(try writer.finish().frames == Int64(Self.frameCount))
            #expect(try VideoTool.samples(of: file) == expected)
            let reading = try VideoFileReader(path: file).frames()
            #expect(try reading.allFrames().reduce(Data()) { $0 + $1.samples } == expected)
        }
    }
}
