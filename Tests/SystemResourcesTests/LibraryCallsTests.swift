import Foundation
import Synchronization
import Testing

@testable import SystemResources

@Suite("Calls of libraries at the end of a process")
struct LibraryCallsTests {
    @Test("the exit waits for calls, and no other one begins")
    func waits() {
        let calls = LibraryCalls(exitTimeout: 600) {}
        let (hasBegun, mayEnd, hasEnded) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let steps = Mutex<[String]>([])
        let call = Thread {
            _ = calls.run {
                hasBegun.signal()
                mayEnd.wait()
                steps.withLock { $0.append("call") }
            }
        }
        call.start()
        let exit = Thread {
            hasBegun.wait()
            calls.wait()
            steps.withLock { $0.append("exit") }
            hasEnded.signal()
        }
        exit.start()
        // The exit has begun as soon as a call is refused.
        while calls.run({ 1 }) != nil { usleep(1000) }
        #expect(steps.withLock { $0 } == [])
        mayEnd.signal()
        hasEnded.wait()
        #expect(steps.withLock { $0 } == ["call", "exit"])
        #expect(calls.run { 1 } == nil)
    }

    @Test("a call that throws is over")
    func throwing() {
        struct Failure: Error {}
        let calls = LibraryCalls(exitTimeout: 600) {}
        #expect(throws: Failure.self) { try calls.run { throw Failure() } }
        calls.wait()
        #expect(calls.run { 1 } == nil)
    }

    @Test("handlers of the exit become rarer with the number of calls")
    func handlers() {
        let count = Mutex(0)
        let calls = LibraryCalls(exitTimeout: 600) { count.withLock { $0 += 1 } }
        for _ in 0..<100 { calls.run {} }
        // Two each, before and after, for the calls 1, 2, 4, 8, 16, 32 and 64.
        #expect(count.withLock { $0 } == 14)
    }

    @Test("announced work is waited for before it has begun")
    func announcedWork() {
        let calls = LibraryCalls(exitTimeout: 600) {}
        let steps = Mutex<[String]>([])
        let hasEnded = DispatchSemaphore(value: 0)
        #expect(calls.announce())
        calls.waitForAnnouncedWork(timeout: 0.01)
        let waiting = Thread {
            calls.waitForAnnouncedWork(timeout: 600)
            steps.withLock { $0.append("waited") }
            hasEnded.signal()
        }
        waiting.start()
        usleep(10_000)
        #expect(calls.run { steps.withLock { $0.append("call") } } != nil)
        calls.finish()
        hasEnded.wait()
        #expect(steps.withLock { $0 } == ["call", "waited"])
        calls.wait()
        #expect(!calls.announce())
    }

    @Test("the exit doesn't wait for work that has only been announced")
    func announcedTooLate() {
        let calls = LibraryCalls(exitTimeout: 600) {}
        #expect(calls.announce())
        calls.wait()
        #expect(calls.run { 1 } == nil)
        calls.finish()
    }
}
