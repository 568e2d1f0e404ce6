import Foundation
import TestSupport
import Testing

/// Tests of `coreimage units watch`, from the first picture to the end by SIGINT.
@Suite("The command: watching a unit")
struct UnitsWatchTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    /// A watch that runs until it is interrupted.
    private final class Watch {
        let process = LaunchedProgram()
        private let output: URL
        private let errors: URL

        init(_ command: CommandProcess, _ arguments: [String]) throws {
            (output, errors) = (
                URL(fileURLWithPath: command.path("output")), URL(fileURLWithPath: command.path("errors"))
            )
            for file in [output, errors] { try Data().write(to: file) }
            process.executableURL = ProductsFolder.product("coreimage")
            process.arguments = ["units", "watch"] + arguments
            process.currentDirectoryURL = command.folder
            process.environment = ProcessInfo.processInfo.environment.merging(["HOME": command.folder.path]) { $1 }
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
        }

        deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

        var diagnostics: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

        /// Waits up to a minute for `count` lines that report a save, and returns all such lines.
        func lines(_ count: Int) throws -> [Substring] {
            for _ in 0..<600 {
                let text = try String(contentsOf: output, encoding: .utf8)
                let lines = text.split(separator: "\n").filter {
                    $0.contains("since the save") || $0.contains("refused")
                }
                if lines.count >= count { return lines }
                try #require(process.isRunning, "\(diagnostics)")
                usleep(100_000)
            }
            Issue.record("the watch printed no line \(count): \(diagnostics)")
            return []
        }

        func interrupt() -> Int32 {
            kill(process.processIdentifier, SIGINT)
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    private func edit(_ file: String, _ old: String, _ new: String) throws {
        let url = URL(fileURLWithPath: command.path(file))
        let text = try String(contentsOf: url, encoding: .utf8)
        try #require(text.contains(old))
        try text.replacingOccurrences(of: old, with: new).write(to: url, atomically: true, encoding: .utf8)
    }

    private var picture: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: command.path("out.png"))) } }

    @Test("A save makes a new picture, a mistake keeps the last one, and Ctrl-C ends it with nothing left over")
    func kernel() throws {
        #expect(try command.run(["units", "new", "Glow", "-o", command.folder.path]).code == 0)
        let watch = try Watch(
            command,
            [
                "Glow", "--preview", CommandProcess.scene, "-o", "out.png", "--set", "amount=1", "color=1,0,0",
                "--max-pixels", "10000",
            ])
        #expect(try watch.lines(1)[0].contains("Glow at 115 × 86"))
        let first = try picture

        try edit("Glow/Resources/Glow.cikernel", "tint.rgb * light", "tint.bgr * light")
        _ = try watch.lines(2)
        let second = try picture
        #expect(second != first)

        try edit("Glow/Resources/Glow.cikernel", "tint.bgr", "tint.bgrr.bgx")
        #expect(try watch.lines(3)[2].contains("refused"))
        #expect(watch.diagnostics.contains("Glow/Resources/Glow.cikernel:7:"))
        #expect(try picture == second)

        try edit("Glow/Resources/Glow.cikernel", "tint.bgrr.bgx", "tint.rgb")
        _ = try watch.lines(4)
        #expect(try picture == first)

        #expect(watch.interrupt() == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: command.folder.path)
        #expect(Set(left).subtracting([".cache"]) == ["Glow", "out.png", "output", "errors"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: command.path("Glow/build")) == ["Glow.plugin"])
    }

    @Test("Code is compiled again when it changes; a filter that crashes doesn't end the watching")
    func code() throws {
        #expect(try command.run(["units", "new", "Ink", "--kind", "c", "-o", command.folder.path]).code == 0)
        let watch = try Watch(
            command, ["Ink", "--preview", CommandProcess.scene, "-o", "out.png", "--max-pixels", "10000"])
        _ = try watch.lines(1)
        let first = try picture

        try edit("Ink/Sources/Ink.c", "return CI_OK;", "*(volatile int *)8 = 1; return CI_OK;")
        #expect(try watch.lines(2)[1].contains("refused"))
        #expect(try picture == first)

        try edit("Ink/Sources/Ink.c", "*(volatile int *)8 = 1; return CI_OK;", "out->data[1] = 1; return CI_OK;")
        #expect(try watch.lines(3)[2].contains("Ink at"))
        #expect(try picture != first)
        #expect(watch.interrupt() == 0)
    }
}
