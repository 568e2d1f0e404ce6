import ArgumentParser
import CommandOutput
import Foundation
import UnitValidation
import UntrustedInput

/// `coreimage units doctor`: reports the state of every folder, unit and filter, with remedies.
struct UnitsDoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say of every folder, unit and filter whether it is loaded, why not, and what to do.",
        discussion: """
            Without DIR, the folders that programs search, in their order; folders that don't exist are listed as such.

            A unit that keeps failing is put into quarantine: its code isn't run any more until the unit changes or is released.

            EXAMPLES
              coreimage units doctor
              coreimage units doctor --release Glow.plugin
              coreimage units doctor build/units --json

            EXIT CODES
              0  everything was loaded
              1  something was refused
            """)

    @Argument(help: ArgumentHelp("Folders of image units, or units.", valueName: "dir"))
    var folders: [String] = []

    @OptionGroup var executableUnits: ExecutableUnitsOption

    @Option(
        help: ArgumentHelp("Take a unit out of quarantine: its folder or its bundle identifier.", valueName: "unit"))
    var release: String?

    @Flag(help: "Print an object.")
    var json = false

    func run() throws {
        try refusing {
            if let release { return try takeOutOfQuarantine(release) }
            let places = try folders.map { folder in
                let url = PathText(folder).fileURL(isDirectory: true)
                // A missing folder is part of the doctor's report.
                return FileManager.default.fileExists(atPath: url.path)
                    ? try UnitOptions.folder(folder, named: folder) : url
            }
            let doctor = UnitDoctor(
                folders: places, allowsExecutableCode: executableUnits.allowsExecutableCode)
            let report = doctor.examine()
            if json {
                try JSONText.print(encoding: report)
            } else {
                try StandardOutput.print(report.text)
            }
            if !report.isHealthy { throw ExitCode(1) }
        }
    }

    private func takeOutOfQuarantine(_ unit: String) throws {
        let released = try QuarantineRelease.release(unit)
        if json {
            return try JSONText.print(
                released.map { ["path": $0.path, "identifier": $0.identifier, "cause": $0.cause] })
        }
        for record in released {
            try StandardOutput.print("released \(record.path), which was in quarantine because: \(record.cause)")
        }
    }
}
