import ArgumentParser
import CoreImage
import Foundation
import UnitAuthoring
import UntrustedInput

/// The option for the folder of installed units.
struct InstallationFolder: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of installed units; $XDG_DATA_HOME/Graphics/Image Units, by default in ~/.local/share, when left out.",
            valueName: "dir"))
    var folder: String?

    /// The units in the folder.
    var units: InstalledUnits {
        guard let folder else { return .standard(scanner: CIPlugIn.unitScanner) }
        return InstalledUnits(
            folder: PathText(folder).fileURL(isDirectory: true)
                .standardizedFileURL, scanner: CIPlugIn.unitScanner)
    }
}
