import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Pixels

@Suite("Work meters")
struct WorkMeterTests {
    @Test("without limits nothing stops") func unlimited() throws {
        let meter = WorkMeter()
        meter.begin(deadline: nil, steps: nil)
        meter.spend(1 << 60)
        try meter.checkTime()
        #expect(meter.reason == nil && meter.steps == 1 << 60 && meter.deadline == nil)
        #expect(meter.codeFlag.load(as: Int.self) == 0)
    }

    @Test("the deadline passes at its time, for checks and for machine code") func deadline() throws {
        let clock = TestClock()
        let meter = WorkMeter { clock.now }
        meter.begin(deadline: .seconds(5000), steps: nil)
        clock.advance(by: .seconds(4999))
        try meter.checkTime()
        #expect(meter.overrun == .zero)
        clock.advance(by: .seconds(1))
        // `check` doesn't read the clock, so it notices the deadline only after `checkTime` has.
        try meter.check()
        #expect(throws: WorkMeter.Stopped(reason: .deadline(.seconds(5000)))) { try meter.checkTime() }
        #expect(throws: WorkMeter.Stopped.self) { try meter.check() }
        #expect(meter.codeFlag.load(as: Int.self) == WorkMeter.raisedCodeFlag)
        clock.advance(by: .milliseconds(250))
        #expect(meter.overrun == .milliseconds(250))
    }

    @Test("the watching thread stops work whose thread never reads the clock") func watch() {
        let meters = [30, 10, 20].map { milliseconds in
            let meter = WorkMeter()
            meter.begin(deadline: .milliseconds(milliseconds), steps: nil)
            return meter
        }
        // There is no time limit, because a busy machine may delay the watching thread.
        for meter in meters { while meter.codeFlag.load(as: Int.self) == 0 { usleep(1000) } }
        #expect(meters.map(\.reason) == [30, 10, 20].map { .deadline(.milliseconds($0)) })
    }

    @Test("steps of all threads are added, and exceeding the limit stops the work") func steps() throws {
        let meter = WorkMeter()
        meter.begin(deadline: nil, steps: 1000)
        DispatchQueue.concurrentPerform(iterations: 10) { _ in for _ in 0..<50 { meter.spend(2) } }
        #expect(meter.steps == 1000 && meter.stepsLeft == 0)
        try meter.check()
        meter.spend(1)
        #expect(throws: WorkMeter.Stopped(reason: .steps(1000))) { try meter.check() }
    }

    @Test("a nested meter stops with its outer one") func nested() throws {
        let clock = TestClock()
        let (outer, inner, shorter) = (WorkMeter { clock.now }, WorkMeter { clock.now }, WorkMeter { clock.now })
        outer.begin(deadline: .seconds(5000), steps: nil)
        clock.advance(by: .seconds(3000))
        inner.begin(deadline: .seconds(4000), steps: nil, within: outer)
        shorter.begin(deadline: .seconds(1000), steps: nil, within: outer)
        #expect(inner.deadline == outer.deadline && shorter.deadline == clock.now + .seconds(1000))
        clock.advance(by: .seconds(2000))
        #expect(throws: WorkMeter.Stopped(reason: .deadline(.seconds(5000)))) { try inner.checkTime() }
    }

    @Test("work is stopped with the work that contains it, however deep, and not the other way round")
    func stoppedWithOuter() {
        let (outer, middle, inner, sibling) = (WorkMeter(), WorkMeter(), WorkMeter(), WorkMeter())
        middle.begin(deadline: nil, steps: nil, within: outer)
        inner.begin(deadline: nil, steps: nil, within: middle)
        sibling.begin(deadline: nil, steps: nil, within: outer)
        sibling.stop(.steps(7))
        #expect(outer.reason == nil && middle.reason == nil)
        outer.stop(.cancelled)
        #expect(throws: WorkMeter.Stopped(reason: .cancelled)) { try inner.check() }
        #expect(inner.codeFlag.load(as: Int.self) == WorkMeter.raisedCodeFlag)
        #expect(sibling.reason == .steps(7))
        let late = WorkMeter()
        late.begin(deadline: nil, steps: nil, within: middle)
        #expect(late.reason == .cancelled)
    }

    @Test("steps of contained work count for the work that contains it") func outerSteps() {
        let (outer, inner) = (WorkMeter(), WorkMeter())
        outer.begin(deadline: nil, steps: 1000)
        outer.spend(300)
        inner.begin(deadline: nil, steps: 5000, within: outer)
        #expect(inner.stepsLeft == 700)
        inner.spend(600)
        #expect(outer.steps == 900 && outer.reason == nil && inner.reason == nil)
        #expect(outer.stepsLeft == 100 && inner.stepsLeft == 100)
        inner.spend(101)
        #expect(outer.reason == .steps(1000))
        #expect(throws: WorkMeter.Stopped(reason: .steps(1000))) { try inner.check() }
    }

    @Test("two meters that are each begun within the other don't count without end") func cycle() {
        let (a, b) = (WorkMeter(), WorkMeter())
        b.begin(deadline: nil, steps: nil, within: a)
        a.begin(deadline: nil, steps: nil, within: b)
        a.begin(deadline: nil, steps: nil, within: a)
        b.spend(5)
        #expect(a.steps == 5 && b.steps == 5)
    }

    @Test("the first reason to stop is kept") func firstReason() {
        let meter = WorkMeter()
        meter.stop(.cancelled)
        meter.stop(.steps(3))
        #expect(meter.reason == .cancelled)
    }

    @Test("a cancelled Swift task stops when its thread looks at the time") func task() async {
        let result = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let meter = WorkMeter()
            return (Result { try meter.checkTime() }, meter.reason)
        }.value
        #expect(throws: WorkMeter.Stopped(reason: .cancelled)) { try result.0.get() }
        #expect(result.1 == .cancelled)
    }

    @Test("a thread has the meter that was bound on it, and others have none") func current() {
        let meter = WorkMeter()
        #expect(WorkMeter.current == nil)
        WorkMeter.$current.withValue(meter) {
            #expect(WorkMeter.current === meter)
            let seen = Mutex(true)
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                seen.withLock { $0 = WorkMeter.current != nil }
                done.signal()
            }
            done.wait()
            #expect(!seen.withLock { $0 })
        }
    }

    @Test("detached work gives its result, and is left behind by a rendering that is stopped") func detached() throws {
        let meter = WorkMeter()
        let release = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        try WorkMeter.$current.withValue(meter) { () throws in
            #expect(try DetachedWork.run { 6 * 7 } == 42)
            #expect(try DetachedWork.run { pthread_self() } != pthread_self())
            #expect(throws: CancellationError.self) { try DetachedWork.run { throw CancellationError() } }
            #expect(throws: WorkMeter.Stopped(reason: .cancelled)) {
                try DetachedWork.run {
                    meter.stop(.cancelled)
                    release.wait()
                    ended.signal()
                }
            }
        }
        // The detached work continues after its rendering has been stopped.
        release.signal()
        ended.wait()
        // Outside of renderings, no other thread is used.
        #expect(try DetachedWork.run { pthread_self() } == pthread_self())
    }
}
