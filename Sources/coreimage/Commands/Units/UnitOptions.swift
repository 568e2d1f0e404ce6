import ArgumentParser
import CoreImage
import Foundation
import UntrustedInput

/// Options of every subcommand that may use filters of image units.
struct UnitOptions: ParsableArguments {
    @Option(
        name: .customLong("units"), parsing: .singleValue,
        help: ArgumentHelp(
            "A folder of image units, or one unit, to load beside the installed ones. May be repeated.",
            valueName: "dir"))
    var folders: [String] = []

    @Flag(
        name: .customLong("no-executable-units"),
        help: "Load only filters that consist of kernels; run no code of units.")
    var nonexecutableOnly = false

    /// Loads the installed units and those of `--units`; refusals are printed on standard error and hide nothing else.
    ///
    /// - Throws: when a folder given with `--units` doesn't exist.
    @discardableResult
    func load() throws -> [CIPlugInReport] {
        var reports = CIPlugIn.loadedReports(allowExecutableCode: !nonexecutableOnly)
        for folder in folders {
            let path = PathText(folder).fileURL().path
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw Refusal("--units \(folder): there is no such folder")
            }
            guard isFolder.boolValue else { throw Refusal("--units \(folder): this is no folder") }
            reports += CIPlugIn.reports(
                scanning: URL(fileURLWithPath: path), allowExecutableCode: !nonexecutableOnly)
        }
        return reports
    }

    /// As `load`, printing what was refused.
    func loadPrintingRefusals() throws {
        for report in try load() {
            for problem in report.problems where problem.isError { StandardError.print("coreimage: \(problem)") }
        }
    }
}
