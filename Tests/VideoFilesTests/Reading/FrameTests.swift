import Foundation
import TestSupport
import Testing
import VideoExchange

@testable import VideoFiles

/// Compares decoded frames with those of the programs `ffmpeg` and `ffprobe`.
@Suite("Frames of video files", .enabled(if: VideoTool.areThere, "\(VideoTool.missing)"))
struct FrameTests {
    @Test("frames, times and durations are those of ffmpeg", arguments: Clip.all)
    func frames(_ clip: Clip) throws {
        try withTemporaryFolder { folder in
            let file = try clip.make(in: folder)
            let reader = try VideoFileReader(path: file)
            let reading = try reader.frames()
            let frames = try reading.allFrames()
            let expected = try VideoTool.samples(of: file)
            #expect(!frames.isEmpty)
            #expect(frames.reduce(0) { $0 + $1.samples.count } == expected.count)
            #expect(differingFrame(frames.map(\.samples), expected) == nil)
            let facts = try VideoTool.probe(file, "frame", "v:0", "best_effort_timestamp,pkt_duration")
            #expect(frames.count == facts.count)
            for (frame, fact) in zip(frames, facts) {
                // Where the file has no time for a frame, the reader continues at the frame rate.
                let numbers = fact.split(separator: "|")
                if numbers[0] != "N/A" { #expect("\(frame.time)" == numbers[0]) }
                #expect("\(frame.duration)" == (numbers[1] == "N/A" ? "0" : numbers[1]))
            }
            #expect(reading.summary?.frames == Int64(frames.count))
        }
    }

    /// Returns the number of the first frame that differs from the expected samples, or nil. (Testing's own comparison
    /// of data looks for the smallest edit, which takes minutes.)
    private func differingFrame(_ frames: [Data], _ expected: Data) -> Int? {
        var start = expected.startIndex
        for (number, frame) in frames.enumerated() {
            let end = min(start + frame.count, expected.endIndex)
            if !frame.elementsEqual(expected[start..<end]) { return number }
            start = end
        }
        return nil
    }
}
