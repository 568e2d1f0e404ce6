import CoreImage
import Foundation
import Synchronization
import Testing

@testable import CoreImageVideo

@Suite("Frames that are read ahead")
struct LookAheadTests {
    private func first(_ frame: TimedFrame?) -> Int? { frame?.pixelBuffer.map { Int(firstPixel($0, count: 1)[0]) } }

    @Test("all frames come in order, and then the end")
    func order() throws {
        let source = NumberedFrames(count: 20)
        let frames = FrameLookAhead(try source.makeReader())
        frames.begin(at: .zero)
        for number in 0..<20 { #expect(first(try frames.next()) == number) }
        #expect(try frames.next() == nil)
        guard case .end = try frames.nextIfAvailable() else { return #expect(Bool(false)) }
    }

    @Test("no more frames are read than the queue holds")
    func bounded() throws {
        let source = NumberedFrames()
        let frames = FrameLookAhead(try source.makeReader(), capacity: 3)
        frames.begin(at: .zero)
        // The reader stops at three frames, however long nobody takes one.
        while source.read.count < 3 { usleep(1000) }
        usleep(20_000)
        #expect(source.read.all == [0, 1, 2])
        #expect(first(try frames.next()) == 0)
        while source.read.count < 4 { usleep(1000) }
        usleep(20_000)
        #expect(source.read.all == [0, 1, 2, 3])
    }

    @Test("what was read ahead is given up when reading begins anew")
    func restart() async throws {
        let source = NumberedFrames()
        let frames = FrameLookAhead(try source.makeReader())
        frames.begin(at: .zero)
        #expect(first(try frames.next()) == 0)
        let isDone = await withCheckedContinuation { continuation in
            frames.begin(at: milliseconds(1000)) { continuation.resume(returning: $0) }
        }
        #expect(isDone && source.beginnings.all == [.zero, milliseconds(1000)])
        #expect(first(try frames.next()) == 25)
        #expect(first(try frames.next()) == 26)
    }

    @Test("a beginning that another one replaces is reported as such")
    func superseded() async throws {
        let source = NumberedFrames(gate: DispatchSemaphore(value: 0))
        let frames = FrameLookAhead(try source.makeReader())
        let results = Log<String>()
        frames.begin(at: .zero) { results.add("first \($0)") }
        let isDone = await withCheckedContinuation { continuation in
            frames.begin(at: milliseconds(400)) { continuation.resume(returning: $0) }
            for _ in 0..<9 { source.gate?.signal() }
        }
        #expect(isDone && results.all == ["first false"])
        #expect(first(try frames.next()) == 10)
        frames.cancel()
        frames.begin(at: .zero) { results.add("third \($0)") }
        #expect(results.all.last == "third false")
        #expect(throws: CancellationError.self) { try frames.next() }
    }

    @Test("frames before an error are given, and then the error, again and again")
    func failing() throws {
        let frames = FrameLookAhead(try NumberedFrames(failing: 2).makeReader())
        frames.begin(at: .zero)
        #expect(first(try frames.next()) == 0)
        #expect(first(try frames.next()) == 1)
        for _ in 0..<2 { #expect(throws: NumberedFrames.Problem.self) { try frames.next() } }
        #expect(frames.error is NumberedFrames.Problem)
        frames.begin(at: milliseconds(120))
        #expect(first(try frames.next()) == 3)
    }

    @Test("the frame of a time is the last one that isn't later")
    func frameAtTime() throws {
        let frames = FrameLookAhead(try NumberedFrames(count: 10).makeReader())
        frames.begin(at: .zero)
        for (time, expected) in [(-1, nil), (0, 0), (39, 0), (40, 1), (130, 3), (130, 3), (360, 9), (900, 9)]
            as [(Int, Int?)]
        {
            frames.waitUntilRead(for: milliseconds(time))
            #expect(first(try frames.frame(at: milliseconds(time))) == expected)
        }
        // Earlier frames have been given up.
        #expect(try frames.frame(at: milliseconds(100)) == nil)
    }

    @Test("reading that has fallen behind by more than a second goes on at the present time")
    func behind() throws {
        let gate = DispatchSemaphore(value: 1)
        let source = NumberedFrames(gate: gate)
        let frames = FrameLookAhead(try source.makeReader())
        frames.begin(at: .zero)
        while source.read.count < 1 { usleep(1000) }
        frames.waitUntilRead(for: milliseconds(-1))
        // The reader waits for frame 1 when the time is 1.5 s.
        #expect(first(try frames.frame(at: milliseconds(1500))) == 0)
        for _ in 0..<4 { gate.signal() }
        while source.beginnings.count < 2 { usleep(1000) }
        #expect(source.beginnings.all == [.zero, milliseconds(1500)])
        frames.waitUntilRead(for: milliseconds(1500))
        #expect(first(try frames.frame(at: milliseconds(1500))) == 37)
        frames.cancel()
    }

    /// A reader of one frame, long after 0.
    private final class LateFrame: FrameReader {
        private let hasBeenRead = Mutex(false)
        let time = CMTime(value: 1_000_000_000_000, timescale: 1)

        func begin(at time: CMTime) {}
        func next() -> TimedFrame? {
            let isFirst = hasBeenRead.withLock { hasBeenRead in
                defer { hasBeenRead = true }
                return !hasBeenRead
            }
            return isFirst
                ? TimedFrame(time: time, duration: milliseconds(40)) { FilteredImage(CIImage(color: .red)) } : nil
        }
        func cancel() {}
    }

    @Test("a grid begins at once with a source that begins late")
    func lateGrid() throws {
        let late = LateFrame()
        let reader = GridFrameReader(late, frameDuration: CMTime(value: 1, timescale: 30))
        try reader.begin(at: .zero)
        #expect(try reader.next()?.time == late.time)
        #expect(try reader.next()?.time == late.time + CMTime(value: 1, timescale: 30))
        #expect(try reader.next() == nil)
    }
}
