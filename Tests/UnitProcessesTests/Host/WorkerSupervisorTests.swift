import Foundation
import TestSupport
import Testing

@testable import UnitProcesses

/// Restarts, pauses and quarantine, on a clock that the tests move.
@Suite("Supervisor")
struct WorkerSupervisorTests {
    @Test("a worker is started when it is first called, and the set-up is its first request")
    func lazyStart() throws {
        let supervisor = Probe.supervise()
        #expect(supervisor.protection == nil)
        #expect(try supervisor.request("echo on") == "on")
        #expect(supervisor.protection != nil)
        #expect(try supervisor.prepare() == [UInt8]("ready".utf8))
    }

    @Test(
        "after the first failure it is started at once, then after pauses that double, and after the last not any more")
    func backOff() throws {
        let clock = TestClock()
        var rules = RestartRules()
        rules.offencesToQuarantine = 4
        let supervisor = Probe.supervise(rules) { clock.now }
        let crash = WorkerFailure.crashed(signal: SIGABRT, errorOutput: "")
        #expect(supervisor.failure("abort") == crash)
        #expect(supervisor.failure("abort") == crash)
        #expect(supervisor.failure("echo on") == .restartDelayed(.milliseconds(100), after: crash))
        clock.advance(by: .milliseconds(100))
        #expect(supervisor.failure("abort") == crash)
        #expect(supervisor.failure("echo on") == .restartDelayed(.milliseconds(200), after: crash))
        clock.advance(by: .milliseconds(200))
        #expect(supervisor.quarantine == nil)
        #expect(supervisor.failure("abort") == crash)
        #expect(supervisor.failure("echo on") == .quarantined(offences: 4, last: crash))
        clock.advance(by: .seconds(100_000))
        #expect(supervisor.quarantine == .quarantined(offences: 4, last: crash))
        supervisor.reset()
        #expect(try supervisor.request("echo on") == "on")
        #expect(supervisor.offences == 0)
    }

    @Test("offences are forgotten in time")
    func forgiveness() throws {
        let clock = TestClock()
        let supervisor = Probe.supervise { clock.now }
        _ = supervisor.failure("abort")
        #expect(supervisor.offences == 1)
        clock.advance(by: .seconds(601))
        #expect(supervisor.offences == 0)
    }

    @Test("a worker that died between calls costs the next call nothing but a new start")
    func diedBetweenCalls() throws {
        let supervisor = Probe.supervise()
        _ = try supervisor.request("later 2")
        Thread.sleep(forTimeInterval: 2)
        #expect(try supervisor.request("echo on") == "on")
        #expect(supervisor.offences == 1)
    }

    @Test("a call that another call took down is made again, and one crash is one offence")
    func retry() throws {
        let supervisor = Probe.supervise()
        _ = try supervisor.prepare()
        let concurrent = try ConcurrentCall(seconds: 1) { (request, memory) throws(WorkerFailure) in
            try supervisor.call(request, memories: [memory], deadline: .seconds(60))
        }
        #expect(supervisor.failure("abort") == .crashed(signal: SIGABRT, errorOutput: ""))
        #expect(concurrent.result == .success(""))
        #expect(supervisor.offences == 1)
    }

    @Test("calls that fail in parallel are one offence, also where each ends a worker")
    func parallelFailures() throws {
        let supervisor = Probe.supervise()
        _ = try supervisor.prepare()
        // The concurrent's worker is ended by the second call, and its repetition is ended at the deadline.
        let concurrent = try ConcurrentCall(seconds: 30) { (request, memory) throws(WorkerFailure) in
            try supervisor.call(request, memories: [memory], deadline: .seconds(2))
        }
        #expect(supervisor.failure("abort") == .crashed(signal: SIGABRT, errorOutput: ""))
        #expect(concurrent.result == .failure(.timedOut(.seconds(2))))
        #expect(supervisor.offenceCount == 1)
        #expect(supervisor.failure("abort") == .crashed(signal: SIGABRT, errorOutput: ""))
        #expect(supervisor.offenceCount == 2, "a later call counts")
    }

    @Test("forbidden actions count as offences; a refused set-up doesn't")
    func counting() throws {
        let supervisor = Probe.supervise()
        #expect(supervisor.failure("refuse no") == .refused(reason: "no"))
        #expect(supervisor.offences == 0)
        #expect(supervisor.failure("socket") == .forbidden([.init(.openedSocket)]))
        #expect(supervisor.offences == 1)
    }

    @Test("a set-up that fails gives its reason every time")
    func failingSetUp() {
        let supervisor = Probe.supervise(setUp: "refuse not loaded")
        #expect(supervisor.failure("echo on") == .refused(reason: "not loaded"))
        #expect(supervisor.failure("echo on") == .refused(reason: "not loaded"))
    }
}
