import Foundation
import Testing

@testable import UnitValidation

/// Tests of isolated processes that end in different ways. Shell scripts simulate them.
@Suite("Isolated runs")
struct IsolatedRunTests {
    private static let checks = Array(ValidationCheck.all.filter { !$0.isForUnit }.prefix(4))

    private func results(_ script: String, deadline: Double = 20) throws -> [CheckResult] {
        var options = ValidationOptions()
        (options.deadlineSeconds, options.fuzzingSeconds) = (deadline, 0)
        let run = IsolatedRun(program: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script])
        var results: [CheckResult] = []
        try run.run("Glow", of: URL(fileURLWithPath: "/Glow.plugin"), Self.checks, options: options) {
            if case .finished(let result) = $0 { results.append(result) }
        }
        return results
    }

    private func line(_ message: ValidationMessage) throws -> String {
        "echo '\(String(decoding: try JSONEncoder().encode(message), as: UTF8.self))';"
    }

    private func crash(_ result: CheckResult?) -> String {
        if case .crashed(let text)? = result?.verdict { text } else { "" }
    }

    @Test("a signal is a crash of the check that ran, with what it was doing and its last words")
    func signal() throws {
        let script =
            try line(.started("loads")) + line(.noted("making a filter"))
            + "echo 'Fatal error: oops' >&2; kill -SEGV $$"
        let results = try results(script)
        #expect(results.map(\.check) == Self.checks.map(\.name), "every check has a verdict")
        let text = crash(results.first)
        #expect(text.contains("signal 11") && text.contains("Fatal error: oops") && text.contains("making a filter"))
        #expect(results[1].verdict == .skipped("loads did not pass"))
    }

    @Test("a silent process is ended at its deadline")
    func hang() throws {
        let start = ContinuousClock.now
        let results = try results("exec sleep 600", deadline: 0.5)
        #expect(crash(results.first).contains("it sent no result for 1 seconds"))
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test("a process that just leaves, or floods the pipe with garbage, has crashed too")
    func exit() throws {
        #expect(crash(try results("exit 7").first).contains("exit code 7"))
        #expect(
            crash(try results("head -c 3000000 /dev/zero; echo; echo '{\"started\":5}'").first).contains("exit code 0"))
    }

    @Test("verdicts before a crash are kept")
    func partial() throws {
        let passed = CheckResult(check: "loads", level: 1, filter: "Glow", verdict: .passed([]), seconds: 0)
        let results = try results(try line(.started("loads")) + line(.finished(passed)) + "kill -KILL $$")
        #expect(results.first == passed)
        #expect(crash(results.dropFirst().first).contains("signal 9"))
        #expect(results.count == Self.checks.count)
    }

    @Test("a program that doesn't exist is an error, not a verdict")
    func missing() {
        let run = IsolatedRun(program: URL(fileURLWithPath: "/no/such/program"), arguments: [])
        #expect(throws: IsolationError.self) {
            try run.run("Glow", of: URL(fileURLWithPath: "/Glow.plugin"), Self.checks, options: ValidationOptions()) {
                _ in
            }
        }
    }
}
