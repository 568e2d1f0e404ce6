import CoreImage
import Foundation
import Synchronization
import Testing

@testable import CoreImageVideo

/// Returns a number of nanoseconds after the start, rounded up: `number · value / timescale` seconds.
func nanoseconds(_ number: Int, _ period: CMTime) -> Int64 {
    let exact = Int64(number) * period.value * 1_000_000_000
    return (exact + Int64(period.timescale) - 1) / Int64(period.timescale)
}

/// A list to which any thread can append.
final class Log<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    var all: [Element] { state.withLock { $0 } }
    var count: Int { all.count }

    func add(_ element: Element) { state.withLock { $0.append(element) } }
}

@Suite("Clocks")
struct ClockTests {
    @Test("the host's clock counts nanoseconds of real time, forwards")
    func hostClock() {
        #expect(CMClockGetHostTimeClock() == CMClock.hostTimeClock)
        #expect(CVGetHostClockFrequency() == 1e9)
        #expect(CVGetHostClockMinimumTimeDelta() == 1)
        var system = timespec()
        clock_gettime(CLOCK_MONOTONIC, &system)
        let before = Int64(system.tv_sec) * 1_000_000_000 + Int64(system.tv_nsec)
        let times = [
            Int64(CVGetCurrentHostTime()), CMClockGetTime(.hostTimeClock).value,
            Int64(CACurrentMediaTime() * 1e9) + 1000,
        ]
        clock_gettime(CLOCK_MONOTONIC, &system)
        let after = Int64(system.tv_sec) * 1_000_000_000 + Int64(system.tv_nsec)
        for time in times { #expect(time >= before && time <= after + 2000) }
        #expect(CMClock.hostTimeClock.time.timescale == 1_000_000_000)
    }

    @Test("times and units of the host")
    func units() {
        #expect(CMClockMakeHostTimeFromSystemUnits(1_500_000_000) == CMTime(value: 3, timescale: 2))
        #expect(CMClockConvertHostTimeToSystemUnits(CMTime(value: 3, timescale: 2)) == 1_500_000_000)
        #expect(CMClockConvertHostTimeToSystemUnits(CMTime(value: 1, timescale: 3)) == 333_333_334)
        #expect(CMClockConvertHostTimeToSystemUnits(CMTime(value: -1, timescale: 3)) == 0)
        #expect(CMClockConvertHostTimeToSystemUnits(.indefinite) == 0)
        #expect(CMClockMakeHostTimeFromSystemUnits(.max) == .positiveInfinity)
    }

    @Test("timers of a simulated clock are called in the order of their times, at their times")
    func order() {
        let simulated = SimulatedClock()
        let log = Log<String>()
        let timers = ["c": 30, "a": 10, "b": 20].map { name, time in
            let timer = simulated.clock.source.makeTimer { log.add("\(name)\(simulated.clock.time.value)") }
            timer.schedule(at: Int64(time))
            return timer
        }
        simulated.advance(by: CMTime(nanoseconds: 20))
        #expect(log.all == ["a10", "b20"])
        #expect(simulated.clock.time == CMTime(nanoseconds: 20))
        for timer in timers { timer.cancel() }
        simulated.advance(by: CMTime(nanoseconds: 20))
        #expect(log.count == 2)
        #expect(simulated.clock.time == CMTime(nanoseconds: 40))
    }

    @Test("a timer of the host is called on its own thread, and ends from inside")
    func hostTimer() {
        let (log, done) = (Log<Int64>(), DispatchSemaphore(value: 0))
        let holder = Mutex<(any ClockTimer)?>(nil)
        let source = HostClockSource()
        let timer = source.makeTimer {
            log.add(source.now)
            let timer = holder.withLock { $0 }
            if log.count == 3 {
                timer?.invalidate()
                done.signal()
            } else {
                timer?.schedule(at: source.now + 1_000_000)
            }
        }
        holder.withLock { $0 = timer }
        let start = source.now + 1_000_000
        timer.schedule(at: start)
        #expect(done.wait(timeout: .now() + 300) == .success)
        #expect(log.count == 3 && log.all[0] >= start && log.all[1] >= log.all[0] + 1_000_000)
        // Ending it again, from another thread, is harmless.
        timer.invalidate()
        timer.schedule(at: 0)
        #expect(log.count == 3)
    }

    @Test("a timer of the host that is invalidated by its first call is scheduled without waiting for more")
    func endingAtOnce() {
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            for _ in 0..<3000 {
                let holder = Mutex<(any ClockTimer)?>(nil)
                let timer = HostClockSource().makeTimer { holder.withLock { $0 }?.invalidate() }
                holder.withLock { $0 = timer }
                timer.schedule(at: 0)
            }
            done.signal()
        }
        thread.start()
        #expect(done.wait(timeout: .now() + 120) == .success)
    }

    @Test("cancelling a timer of the host waits for a running call")
    func cancelling() {
        let (entered, finished) = (DispatchSemaphore(value: 0), Log<Int>())
        let timer = HostClockSource().makeTimer {
            entered.signal()
            usleep(20_000)
            finished.add(1)
        }
        timer.schedule(at: 0)
        entered.wait()
        timer.cancel()
        #expect(finished.count == 1)
        timer.schedule(at: 0)
        entered.wait()
        timer.invalidate()
        #expect(finished.count == 2)
    }
}

@Suite("Timebases")
struct TimebaseTests {
    private static let second = CMTime(value: 1, timescale: 1)

    @Test("time passes at the rate, stops and jumps")
    func rates() {
        let simulated = SimulatedClock(time: CMTime(value: 7, timescale: 1))
        var made: CMTimebase?
        #expect(CMTimebaseCreateWithSourceClock(allocator: nil, sourceClock: simulated.clock, timebaseOut: &made) == 0)
        let timebase = made!
        simulated.advance(by: Self.second)
        #expect(CMTimebaseGetTime(timebase) == .zero && CMTimebaseGetRate(timebase) == 0)
        CMTimebaseSetRate(timebase, rate: 2)
        simulated.advance(by: Self.second)
        #expect(timebase.time == CMTime(value: 2, timescale: 1))
        timebase.setRate(0.5)
        simulated.advance(by: Self.second)
        #expect(timebase.time == CMTime(value: 5, timescale: 2))
        CMTimebaseSetTime(timebase, time: CMTime(value: 1, timescale: 3))
        #expect(timebase.time == CMTime(value: 1, timescale: 3))
        simulated.advance(by: Self.second)
        // 1/3 + 1/2 seconds, in nanoseconds, rounded up.
        #expect(timebase.time == CMTime(nanoseconds: 833_333_334))
        CMTimebaseSetRateAndAnchorTime(
            timebase, rate: 1, anchorTime: .zero, immediateSourceTime: CMTime(value: 12, timescale: 1))
        #expect(timebase.time == CMTime(value: -1, timescale: 1))
    }

    @Test("at the clock's time of a time, the timebase shows at least that time", arguments: [0.5, 1, 1.5, 2, 0.3])
    func inverse(rate: Double) throws {
        let simulated = SimulatedClock(time: CMTime(value: 12_345, timescale: 1000))
        for timescale: Int32 in [24, 25, 30, 44_100, 90_000] {
            for anchor in [CMTime.zero, CMTime(value: 17, timescale: timescale)] {
                let timebase = CMTimebase(sourceClock: simulated.clock)
                timebase.setTime(anchor)
                timebase.setRate(rate)
                for number in 1..<100 {
                    let target = anchor + CMTime(value: Int64(number) * 1001, timescale: timescale)
                    let clockTime = try #require(timebase.clockTime(of: target))
                    #expect(timebase.time(atClock: clockTime) >= target)
                    let exact = 12_345_000_000 + Double(number) * 1001 / Double(timescale) / rate * 1e9
                    #expect(abs(Double(clockTime) - exact) < 1.01)
                }
            }
        }
        let still = CMTimebase(sourceClock: simulated.clock)
        #expect(still.clockTime(of: Self.second) == nil)
    }

    @Test("times that don't fit, and times without a timescale, don't overflow")
    func extremes() {
        let timebase = CMTimebase(sourceClock: SimulatedClock(time: CMTime(value: 1, timescale: 1)).clock)
        let broken = CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0)
        for rate in [1.0, 2, 1e300] {
            for anchor in [CMTime.zero, CMTime(value: .max, timescale: 1), CMTime(value: .min, timescale: 1), broken] {
                for source in [CMTime.zero, CMTime(value: .min, timescale: 1_000_000_000), .positiveInfinity] {
                    timebase.setRate(rate, anchorTime: anchor, immediateSourceTime: source)
                    _ = timebase.time
                    for time in [CMTime(value: .max, timescale: 1_000_000_000), .zero, broken] {
                        _ = timebase.clockTime(of: time)
                    }
                }
            }
        }
        timebase.setRate(2, anchorTime: .zero, immediateSourceTime: CMTime(value: .max, timescale: 1_000_000_000))
        #expect(timebase.clockTime(of: CMTime(value: 100, timescale: 1)) == nil)
    }
}
