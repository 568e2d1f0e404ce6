import Testing

@testable import UnitProcesses

/// The end of a worker's output, with and without diagnostics of a kernel.
@Suite("Logged diagnostics")
struct LoggedDiagnosticsTests {
    private static let log = "2026-01-02T03:04:05+0000 error CoreImage: [CoreImage] "
    private static let diagnostics = """
        Soft/Soft.swift:14:19: error: there is no function 'dott'
              float light = dott(soft.rgb, tint);
                            ^~~~
          help: did you mean 'dot'?
        """

    @Test("they keep their lines, and lose what the log puts before them")
    func logged() {
        let output = "loading\n" + Self.log + Self.diagnostics + "\n"
        #expect(LoggedDiagnostics.last(in: output) == Self.diagnostics)
    }

    @Test("a warning before the error and a second error belong to them")
    func several() {
        let all = "a.swift:2:1: warning: unused\n  x\n  ^\n" + Self.diagnostics + "\nb:c.swift:9:1: error: no"
        #expect(LoggedDiagnostics.last(in: Self.log + all) == all)
    }

    @Test("builds for debugging say that they unwrapped nil, and try! prints the error itself")
    func debugging() {
        let unwrapped =
            Self.log + Self.diagnostics + "\nSoft.swift:9: Fatal error: Unexpectedly found nil while unwrapping\n"
        #expect(LoggedDiagnostics.last(in: unwrapped) == Self.diagnostics)
        let thrown = "Soft.swift:9: Fatal error: 'try!' expression unexpectedly raised an error: "
        #expect(
            LoggedDiagnostics.last(in: thrown + Self.diagnostics + "\nCurrent stack trace:\n0 a") == Self.diagnostics)
    }

    @Test(
        "other output has none",
        arguments: [
            "", "\n\n", "farewell", log + "the filter has no input", log + "a.swift:2:1: warning: unused\n  x\n  ^",
            log + ": error: nothing", log + "a:b:c: error: nothing",
            // The code went on without the kernel, and ended later.
            log + diagnostics + "\nSoft.swift:30: Fatal error: Index out of range",
            log + diagnostics + "\n" + log + "another message",
        ])
    func other(_ output: String) { #expect(LoggedDiagnostics.last(in: output) == nil) }

    @Test("text that controls a terminal is made printable, and its length is limited")
    func hostile() throws {
        let long = String(repeating: "  x\u{1B}[2J" + String(repeating: "y", count: 2000) + "\n", count: 500)
        let found = try #require(LoggedDiagnostics.last(in: Self.log + "a.swift:1:1: error: \u{7}\n" + long))
        #expect(!found.contains("\u{1B}") && !found.contains("\u{7}"))
        #expect(found.count < 10_000)
    }

    @Test("the failure shows them below its sentence, and counts as an offence")
    func failure() {
        let failure = WorkerFailure.brokenKernel(diagnostics: Self.diagnostics)
        #expect(
            failure.description == "The worker's code has a kernel that doesn't compile:\n" + Self.diagnostics)
        #expect(failure.isOffence)
    }
}
