import Foundation
import Testing

@testable import Sandboxing
@testable import UnitProcesses

/// Tests with workers that crash, hang, use too much memory or send invalid replies. The host must report each cause in
/// time, and other workers must be unaffected.
@Suite("Misbehaving workers")
struct MisbehaviourTests {
    @Test(
        "a crash is reported with its signal",
        arguments: [
            ("abort", SIGABRT), ("null", SIGSEGV), ("nullInThread", SIGSEGV), ("divide", SIGFPE), ("overflow", SIGSEGV),
            ("overflowInThread", SIGSEGV),
        ])
    func crash(_ behaviour: String, _ signal: Int32) throws {
        let (worker, innocent) = (try Probe.start(), try Probe.start())
        guard case .crashed(signal, _) = worker.failure(behaviour) else {
            Issue.record("\(worker.ending.debugDescription) in place of signal \(signal)")
            return
        }
        #expect(worker.failure("echo on") == .endedByAnotherCall)
        #expect(try innocent.request("echo on") == "on")
    }

    @Test("a crash is reported with the end of what was said before, made printable")
    func errorOutput() throws {
        let worker = try Probe.start()
        #expect(worker.failure("speak farewell\u{7}!") == .crashed(signal: SIGABRT, errorOutput: "farewell\u{FFFD}!"))
    }

    @Test("more text on the standard error than a pipe holds blocks nothing, and its end is kept")
    func talkative() throws {
        let worker = try Probe.start()
        let text = String(repeating: "long text ", count: 50_000)
        guard case .crashed(SIGABRT, let words)? = worker.failure("speak \(text)") else {
            Issue.record("\(worker.ending.debugDescription)")
            return
        }
        #expect(words.contains("long text long text"))
        #expect(words.count <= 601)
    }

    @Test("a worker that ends itself is reported with its exit code", arguments: [0, 3])
    func exit(_ code: Int32) throws {
        #expect(try Probe.start().failure("exit \(code)") == .exited(code: code, errorOutput: ""))
    }

    @Test("a worker that sleeps is ended at the deadline")
    func sleep() throws {
        let worker = try Probe.start()
        let start = ContinuousClock.now
        #expect(worker.failure("sleep", deadline: .milliseconds(300)) == .timedOut(.milliseconds(300)))
        #expect(ContinuousClock.now - start < .milliseconds(300) + .seconds(2))
        #expect(kill(worker.identifier, 0) == -1)
    }

    @Test("a worker that computes for ever is ended when its processor time is used up")
    func spin() throws {
        #expect(try Probe.start().failure("spin", deadline: .seconds(60)) == .usedUpProcessorTime(.seconds(1)))
    }

    @Test(
        "a thread that computes on between calls is caught too, also where it doesn't hear the signal",
        arguments: ["spinInBackground", "blockSignals"])
    func background(_ behaviour: String) async throws {
        let worker = try Probe.start()
        #expect(try worker.request(behaviour) == "")
        for _ in 0..<300 where isRunning(worker.identifier) && worker.ending == nil {
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(worker.failure("echo on") == .endedByAnotherCall)
        #expect(worker.ending == .usedUpProcessorTime(.seconds(1)))
    }

    /// Whether a child process hasn't ended. `kill` also finds a child that has ended, until the host waits for it.
    private func isRunning(_ process: pid_t) -> Bool {
        var end = siginfo_t()
        return waitid(P_PID, id_t(process), &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_signo == 0
    }

    @Test("memory without end is told from a crash")
    func allocate() throws {
        #expect(try Probe.start().failure("allocate") == .usedUpMemory(limit: 512 << 20))
    }

    @Test(
        "invalid replies are reported as garbage",
        arguments: ["junk", "wrongCall 1", "twice 1", "closeChannel 0", "closeChannel 9"])
    func garbage(_ behaviour: String) throws {
        let (worker, innocent) = (try Probe.start(), try Probe.start())
        let failure = worker.failure(behaviour) ?? worker.ending
        if behaviour.hasPrefix("twice") {
            // The two replies may arrive separately. Then the first is valid, and the second ends the worker before or
            // during the next call.
            if failure == nil { #expect(worker.failure("echo on") != nil) }
        }
        guard case .malformedReply = failure ?? worker.ending else {
            Issue.record("\(failure.debugDescription) in place of garbage")
            return
        }
        #expect(try innocent.request("echo on") == "on")
    }

    @Test("a second reply that comes later isn't taken for the reply to the next call")
    func lateReply() throws {
        let worker = try Probe.start()
        #expect(try worker.request("later 1") == "")
        Thread.sleep(forTimeInterval: 2)
        #expect(worker.failure("echo on") == .endedByAnotherCall)
        #expect(worker.ending == .malformedReply(reason: "it sent a message without a request"))
    }

    @Test("a closed channel of a process that still runs isn't taken for a message")
    func closedBetweenCalls() throws {
        let worker = try Probe.start()
        #expect(try worker.request("hangUp") == "")
        // It takes the channel that is still open, so that the next call takes another.
        let concurrent = try ConcurrentCall(seconds: 30) { (request, memory) throws(WorkerFailure) in
            try worker.call(request, memories: [memory], deadline: .seconds(60))
        }
        #expect(worker.failure("echo on") == .endedByAnotherCall)
        #expect(worker.ending == .malformedReply(reason: "it closed its channel"))
        _ = concurrent.result
    }

    @Test("a reply that says it is endless is refused before any of it is kept")
    func huge() throws {
        let worker = try Probe.start()
        #expect(worker.failure("huge 1") == .replyTooLarge(bytes: 1 << 60, limit: 64 << 20))
    }

    @Test("a call on another channel fails because of it, and is told so")
    func concurrent() throws {
        let worker = try Probe.start()
        let concurrent = try ConcurrentCall(seconds: 30) { (request, memory) throws(WorkerFailure) in
            try worker.call(request, memories: [memory], deadline: .seconds(60))
        }
        #expect(worker.failure("abort") == .crashed(signal: SIGABRT, errorOutput: ""))
        #expect(concurrent.result == .failure(.endedByAnotherCall))
    }

    @Test("a call that finds no free channel fails at its deadline, and the worker isn't blamed")
    func busy() throws {
        var policy = Probe.policy
        policy.channels = 1
        let worker = try Probe.start(policy)
        let first = try ConcurrentCall(seconds: 2) { (request, memory) throws(WorkerFailure) in
            try worker.call(request, memories: [memory], deadline: .seconds(60))
        }
        #expect(worker.failure("echo on", deadline: .milliseconds(200)) == .busy(.milliseconds(200)))
        #expect(first.result == .success(""))
        #expect(try worker.request("echo on") == "on")
    }

    @Test("a program that isn't there, or that isn't a worker, is told apart")
    func programs() {
        #expect(throws: WorkerFailure.missingExecutable(path: "/nowhere/worker")) {
            try WorkerProcess(executable: URL(fileURLWithPath: "/nowhere/worker"), policy: Probe.policy)
        }
        #expect(throws: WorkerFailure.exited(code: 0, errorOutput: "")) {
            try WorkerProcess(executable: URL(fileURLWithPath: "/bin/true"), policy: Probe.policy)
        }
    }

    @Test("a worker that can't load Core Image says so, and no unit is to blame")
    func missingLibrary() throws {
        let program = FileManager.default.temporaryDirectory.appendingPathComponent("worker-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: program) }
        try Data("#!/bin/sh\nprintf 'libCoreImage.so is missing' >&2\nexit 72\n".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        let failure = WorkerFailure.cannotStart(reason: "libCoreImage.so is missing")
        #expect(throws: failure) { try WorkerProcess(executable: program, policy: Probe.policy) }
        #expect(!failure.isOffence)
    }
}
