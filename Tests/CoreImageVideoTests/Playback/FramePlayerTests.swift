import CoreImage
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CoreImageVideo

/// What a player of frames has shown in a test.
final class Shown: Sendable {
    /// A frame without its pixels, which would keep a buffer.
    struct Frame: Sendable {
        let time: CMTime
        let dueTime: CMTime
        let shownTime: CMTime
        let isLate: Bool
    }

    let frames = Log<Frame>()
    private let buffer = Mutex<CVPixelBuffer?>(nil)

    func add(_ frame: FramePlayer.Frame) {
        frames.add(
            Frame(time: frame.time, dueTime: frame.dueTime, shownTime: frame.shownTime, isLate: frame.isLate))
        buffer.withLock { $0 = frame.pixelBuffer }
    }

    /// The pixels of the last frame.
    var lastBuffer: CVPixelBuffer? { buffer.withLock { $0 } }

    /// The numbers of the frames, whose times are multiples of a duration.
    func numbers(_ duration: CMTime) -> [Int] { frames.all.map { number($0.time, duration) } }
}

/// Returns how many times a duration goes into a time.
func number(_ time: CMTime, _ duration: CMTime) -> Int {
    Int(time.value * Int64(duration.timescale) / (Int64(time.timescale) * duration.value))
}

/// Returns milliseconds as a time.
func milliseconds(_ value: Int) -> CMTime { CMTime(value: Int64(value), timescale: 1000) }

/// Returns the bytes of the top left pixel.
func firstPixel(_ buffer: CVPixelBuffer, count: Int = 4) -> [UInt8] {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    return [UInt8](UnsafeRawBufferPointer(start: CVPixelBufferGetBaseAddress(buffer)!, count: count))
}

let small = CGRect(x: 0, y: 0, width: 4, height: 2)
let red = CIImage(color: CIColor(red: 1, green: 0, blue: 0)).cropped(to: small)
let blue = CIImage(color: CIColor(red: 0, green: 0, blue: 1)).cropped(to: small)
let sharedContext = CIContext()

/// The pace of the player, on a simulated clock.
@Suite("Players of frames: pace")
struct FramePlayerPaceTests {
    private static let duration = milliseconds(40)

    /// A player of red frames at 25 a second.
    private func player(
        _ simulated: SimulatedClock, _ shown: Shown, count: Int?, duration: CMTime = duration,
        chainTime: Int = 0, sinkTime: Int = 0
    ) -> FramePlayer {
        FramePlayer(
            source: .images(frameDuration: duration, count: count) { _ in red }, context: sharedContext,
            clock: simulated.clock,
            chain: { image, _ in
                simulated.advance(by: milliseconds(chainTime))
                return image
            },
            sink: { frame in
                shown.add(frame)
                simulated.advance(by: milliseconds(sinkTime))
            })
    }

    @Test(
        "frames are shown at their times",
        arguments: [CMTime(value: 1, timescale: 25), CMTime(value: 1001, timescale: 30_000)])
    func times(duration: CMTime) throws {
        let simulated = SimulatedClock(time: CMTime(value: 3, timescale: 1))
        let shown = Shown()
        let player = player(simulated, shown, count: 50, duration: duration)
        simulated.advance(by: milliseconds(100))
        #expect(shown.frames.count == 0)
        player.play()
        simulated.advance(by: CMTime(value: 10, timescale: 1))
        #expect(shown.numbers(duration) == Array(0..<50))
        for (index, frame) in shown.frames.all.enumerated() {
            let expected = CMTime(nanoseconds: 3_100_000_000 + nanoseconds(index, duration))
            #expect(frame.shownTime == expected && frame.dueTime == expected && !frame.isLate)
            #expect(frame.time == CMTime(value: Int64(index) * duration.value, timescale: duration.timescale))
        }
        let buffer = try #require(shown.lastBuffer)
        #expect(CVPixelBufferGetWidth(buffer) == 4 && CVPixelBufferGetHeight(buffer) == 2)
        #expect(firstPixel(buffer) == [0, 0, 255, 255])
        let expected = FramePlayer.Statistics()
        #expect(player.statistics.shown == 50 && player.statistics.dropped == expected.dropped)
        #expect(player.statistics.late == 0)
        guard case .finished = player.state else { return #expect(Bool(false), "\(player.state)") }
    }

    /// The sink takes 100 ms, and a frame lasts 40 ms. Frame 0 is shown at 0. At 100 ms, frame 2 is the newest that is
    /// due; frame 1 is dropped. At 200 ms it is frame 5, which is due at that very time, and so on.
    @Test("a closure that is slower than the clock gets the newest frame that is due")
    func slowSink() {
        let (simulated, shown) = (SimulatedClock(), Shown())
        let player = player(simulated, shown, count: 11, sinkTime: 100)
        player.play()
        simulated.advance(by: CMTime(value: 2, timescale: 1))
        #expect(shown.numbers(Self.duration) == [0, 2, 5, 7, 10])
        #expect(shown.frames.all.map { $0.shownTime } == [0, 100, 200, 300, 400].map(milliseconds))
        #expect(shown.frames.all.map(\.isLate) == [false, true, false, true, false])
        #expect(player.statistics.shown == 5 && player.statistics.dropped == 6 && player.statistics.late == 2)
        #expect(player.statistics.droppedTimes.map { number($0, Self.duration) } == [1, 3, 4, 6, 8, 9])
        #expect(player.statistics.lateTimes.map { number($0, Self.duration) } == [2, 7])
        #expect(player.statistics.maximumLateness == milliseconds(20))
    }

    /// Rendering takes 30 ms of 40. The first frame is ready at 30 ms; later ones are ready before they are due.
    @Test("filters that are fast enough don't delay frames")
    func renderingAhead() {
        let (simulated, shown) = (SimulatedClock(), Shown())
        let player = player(simulated, shown, count: 20, chainTime: 30)
        player.play()
        simulated.advance(by: CMTime(value: 2, timescale: 1))
        #expect(shown.frames.all.map { $0.shownTime } == (0..<20).map { milliseconds(30 + 40 * $0) })
        #expect(player.statistics.late == 0 && player.statistics.dropped == 0)
    }

    /// Rendering takes 50 ms, a frame lasts 40 ms. Frame 0 is shown at 50 ms, so frame k is due at 50 + 40 k. Rendering
    /// begins when the frame before is shown, and ends 50 ms later: frame 1 at 100 instead of 90 ms, frame 2 at 150
    /// (130). Then frame 3 (170) is rendered until 200, and frame 4 (210) until 250. Now frame 5 is due, and frame 6
    /// (290) isn't.
    @Test("filters that are too slow drop frames, and the player doesn't fall behind")
    func slowChain() {
        let (simulated, shown) = (SimulatedClock(), Shown())
        let player = player(simulated, shown, count: 100, chainTime: 50)
        player.play()
        simulated.advance(by: CMTime(value: 10, timescale: 1))
        // The same in whole milliseconds, written out.
        var (now, next, expected, dropped): (Int, Int, [(Int, Int)], [Int]) = (50, 1, [(0, 50)], [])
        while next < 100 {
            while next + 1 < 100, 50 + 40 * (next + 1) <= now {
                dropped.append(next)
                next += 1
            }
            now = max(now + 50, 50 + 40 * next)
            expected.append((next, now))
            next += 1
        }
        #expect(Array(expected.map(\.1).prefix(5)) == [50, 100, 150, 200, 250])
        #expect(shown.numbers(Self.duration) == expected.map(\.0))
        #expect(shown.frames.all.map(\.shownTime) == expected.map { milliseconds($0.1) })
        #expect(player.statistics.droppedTimes.map { number($0, Self.duration) } == dropped)
        #expect(player.statistics.shown + player.statistics.dropped == 100)
        // Rendering begins at most one frame after the newest frame is due.
        #expect(shown.frames.all.allSatisfy { $0.shownTime - $0.dueTime <= milliseconds(40 + 50) })
    }

    @Test("the rate", arguments: [0.5, 2])
    func rate(rate: Double) {
        let (simulated, shown) = (SimulatedClock(), Shown())
        let player = player(simulated, shown, count: 10)
        player.rate = rate
        player.rate = -1
        #expect(player.rate == rate)
        player.play()
        simulated.advance(by: CMTime(value: 2, timescale: 1))
        #expect(shown.frames.all.map(\.shownTime) == (0..<10).map { milliseconds(Int(Double(40 * $0) / rate)) })
        #expect(player.statistics.dropped == 0)
    }

    @Test("pausing stops the time, and the rate can change meanwhile")
    func pausing() {
        let (simulated, shown) = (SimulatedClock(), Shown())
        let player = player(simulated, shown, count: nil)
        player.play()
        simulated.advance(by: milliseconds(100))
        player.pause()
        guard case .paused = player.state else { return #expect(Bool(false), "\(player.state)") }
        #expect(player.currentTime == milliseconds(100))
        simulated.advance(by: milliseconds(1000))
        #expect(shown.numbers(Self.duration) == [0, 1, 2])
        player.rate = 2
        player.play()
        simulated.advance(by: milliseconds(30))
        // Frame 3 is due 20 ms of the source after the pause: 10 ms of the clock.
        #expect(shown.frames.all.map(\.shownTime) == [0, 40, 80, 1110, 1130].map(milliseconds))
        player.stop()
        simulated.advance(by: milliseconds(1000))
        #expect(shown.frames.count == 5)
        player.play()
        guard case .stopped = player.state else { return #expect(Bool(false), "\(player.state)") }
    }

    @Test("seeking continues at the frame that is shown at the time")
    func seeking() {
        let (simulated, shown) = (SimulatedClock(), Shown())
        let player = player(simulated, shown, count: 100)
        player.play()
        simulated.advance(by: milliseconds(100))
        player.seek(to: milliseconds(2010))
        #expect(player.currentTime == milliseconds(2010))
        simulated.advance(by: milliseconds(100))
        #expect(shown.numbers(Self.duration) == [0, 1, 2, 50, 51, 52])
        // Frame 50 is shown at once. Frame 51 is due at 2040.
        #expect(shown.frames.all.map(\.shownTime) == [0, 40, 80, 100, 130, 170].map(milliseconds))
        player.seek(to: .zero)
        simulated.advance(by: milliseconds(10))
        #expect(shown.numbers(Self.duration).last == 0)
        player.seek(to: CMTime(value: 100, timescale: 1))
        simulated.advance(by: milliseconds(10))
        guard case .finished = player.state else { return #expect(Bool(false), "\(player.state)") }
        #expect(player.statistics.dropped == 0 && player.statistics.shown == 7)
    }

    @Test("one frame, and none", arguments: [0, 1])
    func shortest(count: Int) async {
        let (simulated, shown) = (SimulatedClock(), Shown())
        let player = player(simulated, shown, count: count)
        player.play()
        simulated.advance(by: milliseconds(1))
        guard case .finished = await player.waitUntilFinished() else { return #expect(Bool(false), "\(player.state)") }
        #expect(shown.frames.count == count)
    }
}
