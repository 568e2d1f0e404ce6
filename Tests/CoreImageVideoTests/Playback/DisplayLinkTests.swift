import CoreImage
import Foundation
import Synchronization
import Testing

@testable import CoreImageVideo

@Suite("Display links")
struct DisplayLinkTests {
    private static let period = CMTime(value: 1, timescale: 60)

    @Test("60 calls in a second at exact times, which don't drift in an hour")
    func times() {
        let simulated = SimulatedClock(time: CMTime(value: 5, timescale: 1))
        let link = CVDisplayLink(refreshPeriod: Self.period, clock: simulated.clock)
        let log = Log<(CVTimeStamp, CVTimeStamp)>()
        #expect(CVDisplayLinkStart(link) == kCVReturnDisplayLinkCallbacksNotSet)
        CVDisplayLinkSetOutputHandler(link) { _, now, output, _, _ in
            log.add((now.pointee, output.pointee))
            return kCVReturnSuccess
        }
        #expect(!CVDisplayLinkIsRunning(link))
        #expect(CVDisplayLinkStart(link) == kCVReturnSuccess)
        #expect(CVDisplayLinkStart(link) == kCVReturnDisplayLinkAlreadyRunning)
        #expect(CVDisplayLinkIsRunning(link))
        simulated.advance(by: CMTime(value: 1, timescale: 1))
        #expect(log.count == 60)
        for (index, (now, output)) in log.all.enumerated() {
            #expect(now.videoTime == Int64(index + 1) && output.videoTime == Int64(index + 2))
            #expect(now.hostTime == UInt64(5_000_000_000 + nanoseconds(index + 1, Self.period)))
            #expect(output.hostTime == UInt64(5_000_000_000 + nanoseconds(index + 2, Self.period)))
            #expect(now.videoTimeScale == 60 && now.videoRefreshPeriod == 1 && now.rateScalar == 1)
        }
        simulated.advance(by: CMTime(value: 3600, timescale: 1))
        #expect(log.count == 60 * 3601)
        #expect(log.all.last?.0.hostTime == 3_606_000_000_000)
        #expect(CVDisplayLinkStop(link) == kCVReturnSuccess)
        #expect(CVDisplayLinkStop(link) == kCVReturnDisplayLinkNotRunning)
        simulated.advance(by: CMTime(value: 1, timescale: 1))
        #expect(log.count == 60 * 3601)
    }

    @Test("frames that begin while the handler works are left out")
    func slowHandler() {
        let simulated = SimulatedClock()
        let link = CVDisplayLink(refreshPeriod: CMTime(value: 1, timescale: 100), clock: simulated.clock)
        let log = Log<Int64>()
        CVDisplayLinkSetOutputHandler(link) { _, now, _, _, _ in
            log.add(now.pointee.videoTime)
            // 25 ms: from the start of frame 1 to the middle of frame 3; later, exactly two frames.
            simulated.advance(by: CMTime(value: log.count == 1 ? 25 : 20, timescale: 1000))
            return kCVReturnSuccess
        }
        CVDisplayLinkStart(link)
        simulated.advance(by: CMTime(value: 100, timescale: 1000))
        // Frame 4 begins at 40 ms; its call ends at 60 ms, when frame 6 begins.
        #expect(log.all == [1, 4, 6, 8, 10])
    }

    @Test("the handler can stop and start the link")
    func stopInside() {
        let simulated = SimulatedClock()
        let link = CVDisplayLink(refreshPeriod: Self.period, clock: simulated.clock)
        let log = Log<UInt64>()
        CVDisplayLinkSetOutputHandler(link) { link, now, _, _, _ in
            log.add(now.pointee.hostTime)
            if log.count == 3 {
                CVDisplayLinkStop(link)
                simulated.advance(by: CMTime(value: 1, timescale: 2))
                CVDisplayLinkStart(link)
            }
            if log.count == 5 { CVDisplayLinkStop(link) }
            return kCVReturnSuccess
        }
        CVDisplayLinkStart(link)
        simulated.advance(by: CMTime(value: 10, timescale: 1))
        #expect(log.count == 5 && !CVDisplayLinkIsRunning(link))
        #expect(log.all[2] == 50_000_000)
        // It was started at 0.55 s.
        #expect(log.all[3] == UInt64(550_000_000 + nanoseconds(1, Self.period)))
    }

    @Test("a link on the host's clock calls its callback with the context, on another thread, and stops inside")
    func hostClock() throws {
        final class Counter: Sendable {
            let calls = Log<(CVTimeStamp, Bool)>()
            let done = DispatchSemaphore(value: 0)
        }
        var made: CVDisplayLink?
        #expect(CVDisplayLinkCreateWithActiveCGDisplays(&made) == kCVReturnSuccess)
        let link = try #require(made)
        let nominal = CVDisplayLinkGetNominalOutputVideoRefreshPeriod(link)
        #expect(nominal.timeValue == 1 && nominal.timeScale == 60)
        #expect(CVDisplayLinkGetActualOutputVideoRefreshPeriod(link) == 0)
        var stamp = CVTimeStamp()
        #expect(CVDisplayLinkGetCurrentTime(link, &stamp) == kCVReturnDisplayLinkNotRunning)
        let counter = Counter()
        let caller = pthread_self()
        CVDisplayLinkSetOutputCallback(
            link,
            { link, now, _, _, _, context in
                let counter = Unmanaged<Counter>.fromOpaque(context!).takeUnretainedValue()
                counter.calls.add((now.pointee, pthread_equal(pthread_self(), caller) != 0))
                if counter.calls.count == 3 {
                    CVDisplayLinkStop(link)
                    counter.done.signal()
                }
                return kCVReturnSuccess
            }, Unmanaged.passUnretained(counter).toOpaque())
        CVDisplayLinkStart(link)
        #expect(CVDisplayLinkGetCurrentTime(link, &stamp) == kCVReturnSuccess)
        #expect(counter.done.wait(timeout: .now() + 300) == .success)
        let calls = counter.calls.all
        #expect(calls.count == 3 && calls.allSatisfy { !$0.1 })
        for (first, second) in zip(calls, calls.dropFirst()) {
            let frames = second.0.videoTime - first.0.videoTime
            #expect(frames >= 1)
            // Times are multiples of the period, rounded up to nanoseconds.
            let distance = Double(second.0.hostTime - first.0.hostTime)
            #expect(abs(distance - Double(frames) * 1e9 / 60) <= 1)
        }
    }

    @Test("links are released, stopped and started on several threads")
    func manyThreads() {
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            for _ in 0..<10 {
                let link = CVDisplayLink(refreshPeriod: CMTime(value: 1, timescale: 2000))
                let first = DispatchSemaphore(value: 0)
                CVDisplayLinkSetOutputHandler(link) { _, _, _, _, _ in
                    first.signal()
                    return kCVReturnSuccess
                }
                CVDisplayLinkStart(link)
                if number % 2 == 0 { first.wait() }
                if number % 3 == 0 { CVDisplayLinkStop(link) }
            }
        }
    }

    @Test("Core Animation's link calls for a fraction of the frames")
    func coreAnimation() {
        let simulated = SimulatedClock(time: CMTime(value: 2, timescale: 1))
        let log = Log<[Double]>()
        let link = CADisplayLink(clock: simulated.clock) { log.add([$0.timestamp, $0.targetTimestamp]) }
        #expect(link.isPaused && link.duration == 1 / 60.0 && link.timestamp == 0)
        simulated.advance(by: CMTime(value: 1, timescale: 1))
        #expect(log.count == 0)
        link.isPaused = false
        link.preferredFramesPerSecond = 20
        simulated.advance(by: CMTime(value: 1, timescale: 1))
        #expect(log.count == 20)
        for (index, times) in log.all.enumerated() {
            #expect(abs(times[0] - (3 + Double(index + 1) / 20)) < 1e-8)
            #expect(abs(times[1] - times[0] - 0.05) < 1e-8)
        }
        link.isPaused = true
        simulated.advance(by: CMTime(value: 1, timescale: 1))
        #expect(log.count == 20)
        link.isPaused = false
        link.invalidate()
        link.isPaused = false
        simulated.advance(by: CMTime(value: 1, timescale: 1))
        #expect(log.count == 20)
    }

    @Test("a queue that is busy gets one call at a time")
    func queue() {
        let simulated = SimulatedClock()
        let (queue, log) = (DispatchQueue(label: "test"), Log<Double>())
        let link = CADisplayLink(clock: simulated.clock, queue: queue) { log.add($0.timestamp) }
        link.isPaused = false
        queue.suspend()
        simulated.advance(by: CMTime(value: 1, timescale: 1))
        queue.resume()
        queue.sync {}
        #expect(log.all == [Double(nanoseconds(1, Self.period)) / 1e9])
        simulated.advance(by: CMTime(value: 1, timescale: 60))
        queue.sync {}
        #expect(log.count == 2)
    }
}
