import Foundation
import Testing

@testable import Command

@Suite("Misspelt options and subcommands")
struct ArgumentMistakeTests {
    @Test(
        "The word and the nearest one are named, and the reason isn't a consequence of it",
        arguments: [
            (["apply", "in.jpg", "-o", "x.jpg", "--qality", "1"], "unknown option --qality; did you mean --quality?"),
            (["apply", "in.jpg", "--qality=1", "-o", "x.jpg"], "unknown option --qality; did you mean --quality?"),
            (["enhance", "in.jpg", "-o", "x.jpg", "--lvel"], "unknown option --lvel; did you mean --level?"),
            (["transition", "a", "b", "--filtr", "x"], "unknown option --filtr; did you mean --filter?"),
            (["units", "validate", "X", "--levl", "3"], "unknown option --levl; did you mean --level?"),
            (["units", "--stmp"], "unknown option --stmp; did you mean --stamp?"),
            (["filters", "--zzzzzz"], "unknown option --zzzzzz; 'coreimage filters --help' lists the options"),
            (["apply", "a.jpg", "-z"], "unknown option -z; 'coreimage apply --help' lists the options"),
            (["aply", "in.jpg"], "there is no subcommand aply; did you mean apply?"),
            (["help", "aply"], "there is no subcommand aply; did you mean apply?"),
            (["kernel", "chck", "a.cikernel"], "there is no subcommand chck; did you mean check?"),
            (["in.jpg"], "there is no subcommand in.jpg; 'coreimage --help' lists them"),
        ])
    func mistakes(arguments: [String], expected: String) throws {
        let error = #expect(throws: (any Error).self) { _ = try CoreImageCommand.command(for: arguments) }
        let (code, text) = CoreImageCommand.outcome(of: try #require(error), arguments)
        #expect(code.rawValue == 64)
        #expect(text.split(separator: "\n").first == "Error: \(expected)")
    }

    @Test("Words behind -- and correct options aren't mistakes")
    func none() throws {
        let help = try CommandHelp.of(CoreImageCommand.self)
        for arguments in [
            ["apply", "a.jpg", "-o", "b.jpg", "--", "SepiaTone", "--wrong"], ["units", "somewhere"], ["--version"],
            ["apply", "-", "-o", "-", "--format", "png"], ["help", "units", "build"], ["kernel"],
        ] {
            #expect(ArgumentMistake.first(in: arguments, of: help) == nil, "\(arguments)")
        }
    }

    @Test("A wrong value's reason has the form to write, and one line of usage follows")
    func value() throws {
        let arguments = ["apply", "a.jpg", "-o", "b.jpg", "--fit", "100"]
        let error = #expect(throws: (any Error).self) { _ = try CoreImageCommand.command(for: arguments) }
        let (code, text) = CoreImageCommand.outcome(of: try #require(error), arguments)
        #expect(code.rawValue == 64)
        #expect(text.contains("such as 100x100") && !text.contains("Usage:"))
        #expect(text.hasSuffix("See 'coreimage apply --help' for more information."))
    }

    @Test("units: a folder that doesn't exist may be a misspelt subcommand")
    func units() throws {
        let command = try CommandProcess()
        let outcome = try command.run(["units", "buld", "X"])
        #expect(outcome.code == 64)
        #expect(outcome.errors.hasPrefix("Error: there is no subcommand buld; did you mean build?\n"))
    }

    @Test(
        "Errors that are found when a command runs name the help of that command",
        arguments: [
            (["video", "in.mp4", "-o", "out.xyz"], "its name must end in .mp4", "coreimage video"),
            (["video", "a.mp4", "b.mp4", "-o", "out.mp4", "--", "SepiaTone"], "name a folder", "coreimage video"),
            (["transition", "a.mp4", "b.mp4", "-o", "x.xyz", "--with", "Dissolve"], "x.xyz", "coreimage transition"),
            (["--version", "--version", "x"], "x", "coreimage"),
        ])
    func running(arguments: [String], reason: String, name: String) throws {
        let outcome = try CommandProcess().run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("\n  See '\(name) --help' for more information.\n"), "\(outcome.errors)")
    }
}
