import Foundation
import Testing

@testable import HostileCases

/// Tests of the runner, with programs that behave like attacked hosts: a runner that detects nothing would pass every
/// case.
@Suite("Running hostile cases")
struct HostileProcessTests {
    private func run(_ script: String, timeLimit: Duration = .seconds(20), memoryLimit: Int = 512 << 20) throws
        -> HostileOutcome
    {
        try HostileProcess(
            program: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script], environment: [:],
            folder: FileManager.default.temporaryDirectory, timeLimit: timeLimit, memoryLimit: memoryLimit
        ).run()
    }

    @Test("exit codes, output and errors come back")
    func exit() throws {
        let outcome = try run("echo out; echo err >&2; sleep 0.2; exit 3")
        #expect(outcome.end == .exit(3) && outcome.output == "out\n" && outcome.errors == "err\n")
        #expect(outcome.peakMemory > 0)
    }

    @Test("a signal is told from an exit code")
    func signal() throws { #expect(try run("kill -SEGV $$").end == .signal(SIGSEGV)) }

    @Test("what doesn't end is killed at the time limit, with its children")
    func time() throws {
        #expect(try run("sleep 1000 & sleep 1000", timeLimit: .milliseconds(20)).end == .timedOut)
        let start = ContinuousClock.now
        let busy = try run("while true; do :; done", timeLimit: .milliseconds(200))
        #expect(busy.end == .timedOut)
        // A loaded machine may give it too little processor time for long.
        let waited = ContinuousClock.now - start
        #expect(busy.duration >= .milliseconds(200) || waited >= .milliseconds(200) * HostileProcess.patience)
    }

    @Test("what takes too much memory is killed or found out afterwards")
    func memory() throws {
        // Twenty megabytes of text in a variable, doubled.
        let script = "x=$(head -c 20000000 /dev/zero | tr '\\0' x); y=$x$x; sleep 5"
        #expect(try run(script, memoryLimit: 16 << 20).end == .overMemory)
    }

    @Test("expectations object to every other end")
    func expectations() {
        func outcome(_ end: HostileOutcome.End, errors: String = "", output: String = "") -> HostileOutcome {
            HostileOutcome(end: end, output: output, errors: errors, duration: .zero, peakMemory: 1)
        }
        let refusal = HostileExpectation.refusal(["file"], output: ["innocent"])
        #expect(refusal.objection(to: outcome(.exit(1), errors: "the file is bad", output: "innocent")) == nil)
        #expect(refusal.objection(to: outcome(.exit(1), errors: "bad", output: "innocent")) != nil)
        #expect(refusal.objection(to: outcome(.exit(1), errors: "the file is bad")) != nil)
        #expect(refusal.objection(to: outcome(.exit(0), errors: "the file is bad", output: "innocent")) != nil)
        let either = HostileExpectation.acceptanceOrRefusal(["file"])
        #expect(either.objection(to: outcome(.exit(0))) == nil)
        #expect(either.objection(to: outcome(.exit(1), errors: "file")) == nil)
        #expect(either.objection(to: outcome(.exit(1), errors: "bad")) != nil)
        for end in [HostileOutcome.End.signal(11), .timedOut, .overMemory, .exit(64), .exit(139)] {
            for expected in [refusal, either, .acceptance([])] {
                #expect(expected.objection(to: outcome(end, errors: "file", output: "innocent")) != nil)
            }
        }
    }
}
