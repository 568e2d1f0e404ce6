import ArgumentParser
import CoreImage
import Foundation
import ImageFiles
import UntrustedInput

/// `coreimage manual`: writes manual pages from the help texts of all commands, for `make install`.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Write a manual page for every command.", shouldDisplay: false)

    @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write the pages to.", valueName: "folder"))
    var output: String

    func run() throws {
        try refusing {
            let help = try CommandHelp.of(CoreImageCommand.self)
            let folder = PathText(output).fileURL(isDirectory: true)
            try ImageFileWriter.createFolder(folder)
            try write(help, to: folder)
        }
    }

    private func write(_ help: CommandHelp, to folder: URL) throws {
        let page = ManualPage(help: help, version: CIPlugIn.hostVersion)
        try Data(page.text.utf8).write(to: folder.appendingPathComponent(page.fileName), options: .atomic)
        for subcommand in help.subcommands ?? [] where subcommand.shouldDisplay && subcommand.commandName != "help" {
            try write(subcommand, to: folder)
        }
    }
}
