import ArgumentParser
import CommandOutput
import Foundation
import UnitAuthoring
import UntrustedInput

/// `coreimage units build UNIT…`: builds bundles from sources.
struct UnitsBuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Build image units from their sources, as bundles that hosts load.",
        discussion: """
            A unit's folder holds Info.plist and Resources, or both in a folder Unit, and Sources where it has executable filters: \
            Swift files, compiled for this version of Core Image, or C files. The bundle is checked as a host would, kernels \
            included, and appears when it is whole; an earlier one stays where the new one is refused. Code is started once in \
            the sandbox, to see that it has the classes and functions that Description.plist names.

            EXAMPLES
              coreimage units build WarmGlow
              coreimage units build --configuration debug -o build ImageUnits/*/
              swiftc main.swift $(coreimage units build --print-flags)
            """)

    @Argument(help: "Folders of units.")
    var units: [String] = []

    @Option(
        name: [.short, .customLong("output")],
        help: ArgumentHelp("The folder for bundles; build in the unit's folder when left out.", valueName: "dir"))
    var output: String?

    @Option(help: ArgumentHelp("How code is compiled: debug or release.", valueName: "name"))
    var configuration: BuildConfiguration = .release

    @Flag(
        help:
            "Print, a line each, the flags with which swiftc compiles and links a program that uses Core Image; build nothing."
    )
    var printFlags = false

    func validate() throws {
        if units.isEmpty != printFlags { throw ValidationError("name the folder of a unit, or --print-flags alone") }
    }

    func run() throws {
        try refusing {
            let products = CoreImageProducts.standard()
            if printFlags { return try Self.printFlags(of: products) }
            for unit in units {
                let sources = try UnitSources(folder: unit)
                let builder = UnitBuilder(
                    sources, configuration: configuration, products: products, stamp: try .ofHost(),
                    codeCheck: .byHost)
                let folder = output.map {
                    PathText($0).fileURL(isDirectory: true)
                }
                let built = try builder.build(into: folder ?? sources.defaultOutput)
                for warning in built.warnings { StandardError.print(warning) }
                try StandardOutput.print("built \(built.bundle.path)")
            }
        }
    }

    /// Prints the flags with which a client's `swiftc` uses Core Image. A missing library causes only a warning,
    /// because sources can be checked without it.
    private static func printFlags(of products: CoreImageProducts) throws {
        if !FileManager.default.fileExists(atPath: products.library.path) {
            StandardError.print(
                "coreimage: \(printable(products.library.path, limit: 4096)) isn't there, which programs link; build it with "
                    + "'swift build --product CoreImage'")
        }
        try StandardOutput.print(products.clientFlags().joined(separator: "\n"))
    }
}
