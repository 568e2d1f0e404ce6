import ChildProcesses
import Foundation
import Testing

/// Tests of programs that a thread waits for. The shell is documented by POSIX.
@Suite("Running programs")
struct ProgramRunTests {
    private func shell(
        _ script: String, _ output: ProgramRun.CollectedOutput = .all, environment: [String: String] = [:],
        timeLimit: Int? = nil
    ) throws -> ProgramRun.Outcome {
        try #require(
            try ProgramRun().run(
                "/bin/sh", ["-c", script], environment: environment, collecting: output, timeLimit: timeLimit))
    }

    @Test("Both outputs are collected in order, and standard input is empty")
    func allOutput() throws {
        let outcome = try shell(
            "cat; echo one; echo two >&2; echo three; exit 3", environment: ["PATH": "/usr/bin:/bin"])
        #expect(outcome.output == "one\ntwo\nthree\n")
        #expect(outcome.ending == .exited(3))
        #expect(!outcome.hasTimedOut)
    }

    @Test("Standard output can be discarded")
    func errors() throws {
        #expect(try shell("echo one; echo two >&2", .errors).output == "two\n")
    }

    @Test("Output that is larger than a pipe doesn't block the program")
    func largeOutput() throws {
        let outcome = try shell("i=0; while [ $i -lt 30000 ]; do echo 0123456789; i=$((i+1)); done")
        #expect(outcome.output.utf8.count == 330_000)
        #expect(outcome.ending == .exited(0))
    }

    @Test("The program gets the given variables only")
    func variables() throws {
        #expect(try shell("echo $COLOUR$LANG", environment: ["COLOUR": "red"]).output == "red\n")
    }

    @Test("A signal is reported, and isn't inherited as ignored or blocked")
    func signal() throws {
        #expect(try shell("kill -TERM $$; echo alive").ending == .signalled(15))
    }

    @Test("A program is killed at its time limit")
    func timeLimit() throws {
        let outcome = try shell("exec sleep 60", environment: ["PATH": "/usr/bin:/bin"], timeLimit: 1)
        #expect(outcome.hasTimedOut)
        #expect(outcome.ending == .signalled(9))
    }

    @Test("After the end no program runs")
    func ended() throws {
        let run = ProgramRun()
        run.end(by: 15)
        #expect(run.hasEnded)
        let outcome = try run.run("/bin/sh", ["-c", "exit 0"], collecting: .all)
        #expect(outcome == nil)
    }

    @Test("A running program is ended from another thread")
    func endsRunning() throws {
        let started = FileManager.default.temporaryDirectory.appendingPathComponent("started-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: started) }
        let run = ProgramRun()
        // A thread, not a task: other tests may block all threads that run tasks.
        let other = Thread {
            for _ in 0..<6000 where !FileManager.default.fileExists(atPath: started.path) { usleep(10_000) }
            run.end(by: 15)
        }
        other.start()
        let outcome = try run.run("/bin/sh", ["-c", ": > '\(started.path)'; exec sleep 120"], collecting: .all)
        #expect(outcome?.ending == .signalled(15))
    }

    @Test("A program that doesn't exist is an error with its path")
    func missing() {
        #expect(throws: ProcessStartError.missingExecutable(path: "/nowhere/program")) {
            _ = try ProgramRun().run("/nowhere/program", [], collecting: .all)
        }
    }
}
