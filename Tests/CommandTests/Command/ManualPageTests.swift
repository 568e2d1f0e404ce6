import CoreImage
import Foundation
import TestSupport
import Testing

@testable import Command

@Suite struct ManualPageTests {
    private static func help() throws -> CommandHelp {
        try JSONDecoder().decode(CommandHelp.Root.self, from: Data(CoreImageCommand._dumpHelp().utf8)).command
    }

    private static func all(_ help: CommandHelp) -> [CommandHelp] {
        [help] + (help.subcommands ?? []).filter { $0.commandName != "help" }.flatMap(all)
    }

    /// Every option that a command's help shows is in its page.
    @Test func pagesHaveEveryOption() throws {
        let commands = Self.all(try Self.help())
        #expect(commands.count > 15)
        for command in commands {
            let page = ManualPage(help: command, version: "1.2.3").text
            #expect(page.hasPrefix(".TH "), "\(command.words)")
            for argument in (command.arguments ?? []).filter(\.shouldDisplay) {
                for name in argument.names ?? [] {
                    let text = name.text.replacing("-", with: "\\-")
                    #expect(page.contains(text), "\(command.words) lacks \(name.text)")
                }
            }
        }
    }

    @Test func textWithMeaningToRoffIsEscaped() {
        #expect(ManualPage.escaped(".SH a-b\\c") == "\\&.SH a\\-b\\ec")
        #expect(ManualPage.escaped("'quoted") == "\\&'quoted")
        #expect(ManualPage.escaped("plain …×") == "plain \\[u2026]\\[u00D7]")
    }

    /// groff, which `man` uses, formats the pages without warnings.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/groff")))
    func groffReadsThePages() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("manual-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for command in Self.all(try Self.help()) {
            let page = ManualPage(help: command, version: "1.2.3")
            let file = folder.appendingPathComponent(page.fileName)
            try Data(page.text.utf8).write(to: file)
            let groff = LaunchedProgram()
            groff.executableURL = URL(fileURLWithPath: "/usr/bin/groff")
            groff.arguments = ["-man", "-Tutf8", "-ww", "-z", file.path]
            let errors = Pipe()
            groff.standardError = errors
            try groff.run()
            let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            groff.waitUntilExit()
            #expect(groff.terminationStatus == 0 && text.isEmpty, "\(page.fileName): \(text)")
        }
    }
}
