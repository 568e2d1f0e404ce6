import ArgumentParser
import CommandOutput
import Foundation
import UnitAuthoring

/// `coreimage units pack UNIT`: packs a bundle into one file for distribution.
struct UnitsPackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Pack a built image unit into one file, for 'coreimage units install' on other machines.",
        discussion: """
            The package is a zip file of the bundle and of manifest.json, which lists every file with its size and SHA-256 digest. \
            Packing the same bundle again gives the same bytes.

            EXAMPLES
              coreimage units pack build/WarmGlow.plugin
              coreimage units pack build/WarmGlow.plugin -o WarmGlow-1.0.imageunit
            """)

    @Argument(help: "The bundle, Name.plugin.")
    var unit: String

    @Option(
        name: [.short, .customLong("output")],
        help: ArgumentHelp("The package; Name.imageunit in the working folder when left out.", valueName: "file"))
    var output: String?

    func run() throws {
        try refusing {
            let package = try UnitPackage(reading: unit)
            let file = output ?? "\(package.name).imageunit"
            try package.write(toPackage: file)
            try StandardOutput.print("packed \(file)")
        }
    }
}
