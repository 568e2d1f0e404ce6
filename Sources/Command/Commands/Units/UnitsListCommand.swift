import ArgumentParser
import CommandOutput
import CoreImage
import Foundation
import UntrustedInput

/// `coreimage units list`, the default of `coreimage units`: lists the units that were found, with the reasons for
/// refusals.
struct UnitsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List image units with their filters, and say why any was refused.",
        discussion: "Without DIR, the installed units; `coreimage units --help` lists their folders.")

    @Argument(help: "Folders of image units, or units.")
    var folders: [String] = []

    @OptionGroup var executableUnits: ExecutableUnitsOption

    @Flag(help: "Print an array of objects.")
    var json = false

    @Flag(help: "Print what executable units for this version carry in Info.plist, as XML, and load nothing.")
    var stamp = false

    func run() throws {
        try refusing {
            if stamp { return try printStamp() }
            try checkFirstWord()
            let allowsCode = executableUnits.allowsExecutableCode
            let reports =
                try folders.isEmpty
                ? CIPlugIn.loadedReports(allowExecutableCode: allowsCode)
                : folders.flatMap { folder in
                    CIPlugIn.reports(
                        scanning: try UnitOptions.folder(folder, named: folder), allowExecutableCode: allowsCode)
                }
            if json {
                try JSONText.print(reports.map(\.json))
            } else {
                for report in reports { try StandardOutput.print(report.text) }
                if reports.isEmpty { try StandardOutput.print("no image units found") }
            }
            let problems = reports.flatMap(\.problems)
            for problem in problems { StandardError.print("coreimage: \(problem)") }
            if problems.contains(where: \.isError) { throw ExitCode(1) }
        }
    }

    /// Checks that the first folder isn't a misspelt subcommand of `coreimage units`.
    private func checkFirstWord() throws {
        let names = UnitsCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
        guard let word = folders.first, !word.contains("/"), let nearest = NearestName.of(word, among: names),
            !FileManager.default.fileExists(atPath: PathText(word).fileURL().path)
        else { return }
        throw ArgumentMistake.unknownSubcommand(word, nearest: nearest, command: "coreimage units")
    }

    /// Prints the stamp's key and dictionary, for a unit's Info.plist.
    private func printStamp() throws {
        try StandardOutput.print("<key>CoreImageStamp</key>\n<dict>")
        for (key, value) in CIPlugIn.executableUnitStamp.sorted(by: { $0.key < $1.key }) {
            try StandardOutput.print("\t<key>\(key)</key>\n\t<string>\(value)</string>")
        }
        try StandardOutput.print("</dict>")
    }
}
