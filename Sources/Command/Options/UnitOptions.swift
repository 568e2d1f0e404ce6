import ArgumentParser
import CommandOutput
import CoreImage
import Foundation

/// Options of commands that use filters of image units.
struct UnitOptions: ParsableArguments {
    @Option(
        name: .customLong("units"), parsing: .singleValue,
        help: ArgumentHelp(
            "A folder of image units, or one unit, to load beside the installed ones. May be repeated.",
            valueName: "dir"))
    var folders: [String] = []

    @OptionGroup var executableUnits: ExecutableUnitsOption

    /// Loads the installed units and those given with `--units`. Refused units don't affect the others.
    ///
    /// - Returns: The reports of all units.
    /// - Throws: `Refusal` if a folder given with `--units` doesn't exist.
    @discardableResult
    func load() throws -> [CIPlugInReport] {
        let allowsCode = executableUnits.allowsExecutableCode
        var reports = CIPlugIn.loadedReports(allowExecutableCode: allowsCode)
        for folder in folders {
            let url = try Self.folder(folder, named: "--units \(folder)")
            reports += CIPlugIn.reports(scanning: url, allowExecutableCode: allowsCode)
        }
        return reports
    }

    /// Returns the URL of a unit, or of a folder of units, that the user named.
    ///
    /// - Parameter name: The name for error messages.
    /// - Throws: `Refusal` if the path doesn't exist or isn't a folder.
    static func folder(_ path: String, named name: String) throws -> URL {
        try FolderPath.url(path, named: name, remedy: "name an image unit, or a folder of image units")
    }

    /// Calls `load` and prints the reasons for refused units on standard error.
    @discardableResult
    func loadPrintingRefusals() throws -> [CIPlugInReport] {
        let reports = try load()
        for report in reports {
            for problem in report.problems where problem.isError { StandardError.print("coreimage: \(problem)") }
        }
        return reports
    }
}
