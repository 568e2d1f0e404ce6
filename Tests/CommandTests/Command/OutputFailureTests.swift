import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of the command when its results can't be written.
@Suite("Output that can't be written")
struct OutputFailureTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    /// Runs a line of shell, in which `$C` is the command.
    private func shell(_ line: String) throws -> CommandProcess.Outcome {
        try CommandProcess.run(
            URL(fileURLWithPath: "/bin/bash"), ["-c", line], in: command.folder,
            environment: [
                "HOME": command.folder.path, "C": ProductsFolder.product("coreimage").path,
            ])
    }

    @Test(
        "A full disk ends in exit code 1 and a reason",
        arguments: ["filters", "filters --json", "filter CISepiaTone --json", "--help", "--version", "units --stamp"])
    func full(arguments: String) throws {
        let outcome = try shell("\"$C\" \(arguments) > /dev/full")
        #expect(outcome.code == 1)
        #expect(
            outcome.errors
                == "coreimage: the output can't be written: No space left on device; free room where the output goes to\n"
        )
    }

    @Test("A closed pipe on standard output is no error")
    func hangUp() throws {
        let outcome = try shell("\"$C\" filters | head -n 1; echo ${PIPESTATUS[0]}")
        #expect(outcome.errors == "")
        #expect(["0", "141"].contains(outcome.output.split(separator: "\n").last ?? ""), "\(outcome.output)")
        // Where the signal is ignored, writing fails instead.
        let ignored = try shell("trap '' PIPE; \"$C\" filters | true; echo ${PIPESTATUS[0]}")
        #expect(ignored.errors == "" && ["0\n", "141\n"].contains(ignored.output), "\(ignored.output)")
    }

    @Test("Closed outputs, and errors that can't be written, crash nothing")
    func closed() throws {
        let outcome = try shell("\"$C\" filters >&-")
        #expect(outcome.code == 1 && outcome.errors.contains("Bad file descriptor"))
        // A file that is opened later must not get the free descriptor 1 and receive the output.
        let information = try shell("\"$C\" info --json '\(CommandProcess.scene)' >&-")
        #expect(information.code == 1 && information.errors.contains("open standard output"), "\(information.errors)")
        #expect(try shell("\"$C\" filter Nothing 2>/dev/full").code == 1)
        #expect(try shell("\"$C\" filter Nothing 2>&-").code == 1)
    }

    @Test("A low limit on open files is raised if possible, else the error names it", arguments: [4, 10, 40])
    func openFiles(count: Int) throws {
        let apply = "apply '\(CommandProcess.scene)' -o out.png -- SepiaTone"
        // With fewer than 4 files, the dynamic linker can't load the libraries.
        let outcome = try shell("ulimit -n \(count); \"$C\" \(apply)")
        #expect(outcome.code == 1)
        #expect(
            outcome.errors
                == "coreimage: only \(count) files may be open at a time; allow at least 64 with ulimit -n\n")
        let soft = try shell("ulimit -S -n \(count); \"$C\" \(apply)")
        #expect(soft.code == 0, "\(soft.errors)")
    }

    @Test("A limit on the size of files is named, for output and for pictures")
    func fileSize() throws {
        let outcome = try shell("ulimit -f 4; \"$C\" filters > list.txt")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("File too large; raise the limit on the size of files (ulimit -f)"))
        let picture = try shell("ulimit -f 4; \"$C\" apply '\(CommandProcess.scene)' -o out.png -- SepiaTone")
        #expect(picture.code == 1)
        #expect(picture.errors.contains("out.png") && picture.errors.contains("ulimit -f"), "\(picture.errors)")
        #expect(!FileManager.default.fileExists(atPath: command.path("out.png")))
        // Errors go through a pipe, as the file that takes them would be limited too.
        let apply = "apply '\(CommandProcess.scene)' --save-recipe look.json -- SepiaTone"
        let recipe = try shell(
            "(ulimit -f 0; exec \"$C\" \(apply) 2>&1 >/dev/null) | cat >&2; exit ${PIPESTATUS[0]}")
        #expect(recipe.code == 1 && recipe.errors.contains("look.json"), "\(recipe.errors)")
    }
}
