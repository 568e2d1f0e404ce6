import ArgumentParser
import CoreImage
import Foundation
import KernelLanguage
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

    @Flag(
        name: .customLong("no-executable-units"),
        help: "Load only filters that consist of kernels; run no code of units.")
    var nonexecutableOnly = false

    @Flag(help: "Print an array of objects.")
    var json = false

    @Flag(help: "Print what executable units for this version carry in Info.plist, as XML, and load nothing.")
    var stamp = false

    func run() throws {
        try refusing {
            if stamp { return try printStamp() }
            try checkFirstWord()
            let reports =
                try folders.isEmpty
                ? CIPlugIn.loadedReports(allowExecutableCode: !nonexecutableOnly)
                : folders.flatMap { folder in
                    CIPlugIn.reports(
                        scanning: try UnitOptions.folder(folder, named: folder),
                        allowExecutableCode: !nonexecutableOnly)
                }
            if json {
                try JSONText.print(reports.map(Self.json))
            } else {
                for report in reports { try StandardOutput.print(Self.text(report)) }
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

    private static func json(_ report: CIPlugInReport) -> [String: Any] {
        [
            "path": report.url.path,
            "identifier": report.identifier ?? NSNull(),
            "version": report.version ?? NSNull(),
            "fingerprint": report.fingerprint ?? NSNull(),
            "loaded": report.isLoaded,
            "filters": report.filters.map {
                [
                    "name": $0.name, "executable": $0.isExecutable, "registered": $0.isRegistered,
                    "state": $0.state.words,
                ]
            },
            "problems": report.problems.map { ["error": $0.isError, "message": $0.description] },
        ]
    }

    private static func text(_ report: CIPlugInReport) -> String {
        let state = report.isLoaded ? "loaded" : "refused"
        let version = report.version.map { "  \(printable($0))" } ?? ""
        let filters = report.filters.map { filter in
            "  \(printable(filter.name))  \(filter.isExecutable ? "executable" : "nonexecutable")"
                + (filter.isRegistered ? "" : ", \(filter.state.words)")
        }
        return (["\(printable(report.url.path, limit: 4096))\(version)  \(state)"] + filters).joined(separator: "\n")
    }
}

extension CIPlugInReport.Filter.State {
    /// The state in a few words. The report's problems give details.
    var words: String {
        switch self {
        case .registered: "registered"
        case .refused: "refused"
        case .shadowed(.builtIn): "shadowed by a built-in filter"
        case .shadowed(.application): "shadowed by a filter of the application"
        case .shadowed(.imageUnit(let unit)): "shadowed by \(printable(unit.path, limit: 4096))"
        case .quarantined: "quarantined"
        case .notAllowed: "not allowed to run code"
        case .unloaded: "unloaded"
        }
    }
}
