import Foundation
import TestSupport
import Testing
import VideoExchange

@testable import VideoFiles

/// Compares readings from a time with the end of a reading from the start.
@Suite("Readings from a time", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct SeekTests {
    private static let names: Set = [
        "constant rate", "B-frames", "open groups", "variable rate", "edit list", "10 bits in HEVC", "VP9", "AV1",
        "MPEG-2 in a transport stream", "interlaced", "MPEG-4 in AVI", "fragments", "JPEG",
    ]

    @Test(
        "a reading begins with the frame that is shown at its time",
        arguments: Clip.all.filter { names.contains($0.name) })
    func exactness(_ clip: Clip) throws {
        try withTemporaryFolder { folder in
            let file = try clip.make(in: folder)
            let reader = try VideoFileReader(path: file)
            let base = try #require(reader.description.firstVideoStream).timeBase
            let all = try reader.frames().allFrames()
            var random = SeededGenerator(seed: 19)
            var stamps = (0..<12).map { _ in all[random.below(all.count)].time }
            // Between two frames, at the start, before it and after the end.
            stamps +=
                all.suffix(4).map(\.time) + [
                    all[7].time + 1, all[0].time, all[0].time - 1000, all[all.count - 1].time + 100_000,
                ]
            for stamp in stamps {
                let time = try #require(RationalTime(stamp: stamp, in: base))
                let expected = all.lastIndex { $0.time <= stamp } ?? 0
                let reading = try reader.frames(from: time)
                for frame in all[expected...].prefix(5) {
                    let found = try #require(try reading.nextFrame(), "frame \(frame.time) from \(stamp)")
                    #expect(found.time == frame.time, "from \(stamp)")
                    #expect(found.packed == frame.samples, "frame \(frame.time) from \(stamp)")
                }
                // No frame is left out at the end.
                if expected + 5 >= all.count { #expect(try reading.nextFrame() == nil, "from \(stamp)") }
            }
        }
    }

    @Test("a reading of key frames begins with the last one before its time")
    func keyFrames() throws {
        try withTemporaryFolder { folder in
            let file = folder + "/keys.mp4"
            try VideoTool.encode(
                "-f lavfi -i testsrc2=size=160x120:rate=25:duration=4 -c:v libx264 -g 10 -keyint_min 10 -sc_threshold 0",
                to: file)
            let reader = try VideoFileReader(path: file)
            let base = try #require(reader.description.firstVideoStream).timeBase
            var request = ReadingRequest(decodedStream: 0, start: RationalTime(value: 15, timescale: 10))
            request.onlyKeyFrames = true
            let times = try reader.read(request).allFrames().map { RationalTime(stamp: $0.time, in: base)?.seconds }
            // Frame 30 is at 1.2 s.
            #expect(times == [1.2, 1.6, 2, 2.4, 2.8, 3.2, 3.6])
        }
    }
}
