import ArgumentParser
import CoreImage
import Foundation
import ImageUnits
import UnitAuthoring
import UntrustedInput

/// `coreimage units build UNIT…`: sources to bundles.
struct UnitsBuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Build image units from their sources, as bundles that hosts load.",
        discussion: """
            A unit's folder holds Info.plist and Resources, or both in a folder Unit, and Sources where it has executable filters: \
            Swift files, compiled for this version of Core Image, or C files. The bundle is checked as a host would, kernels \
            included, and appears when it is whole; an earlier one stays where the new one is refused.

            EXAMPLES
              coreimage units build WarmGlow
              coreimage units build --configuration debug -o build ImageUnits/*/
            """)

    @Argument(help: "Folders of units.")
    var units: [String] = []

    @Option(
        name: [.short, .customLong("output")],
        help: ArgumentHelp("The folder for bundles; build in the unit's folder when left out.", valueName: "dir"))
    var output: String?

    @Option(help: ArgumentHelp("How code is compiled: debug or release.", valueName: "name"))
    var configuration: BuildConfiguration = .release

    @Flag(help: "Print, a line each, the flags with which swiftc finds Core Image, and build nothing.")
    var printFlags = false

    func validate() throws {
        if units.isEmpty != printFlags { throw ValidationError("name the folder of a unit, or --print-flags alone") }
    }

    func run() throws {
        try refusing {
            let products = CoreImageProducts.standard()
            if printFlags { return try StandardOutput.print(products.swiftFlags().joined(separator: "\n")) }
            for unit in units {
                let sources = try UnitSources(folder: unit)
                let builder = UnitBuilder(
                    sources, configuration: configuration, products: products, stamp: try .ofHost())
                let folder = output.map {
                    PathText($0).fileURL(isDirectory: true)
                }
                let built = try builder.build(into: folder ?? sources.defaultOutput)
                for warning in built.warnings { StandardError.print(warning) }
                try StandardOutput.print("built \(built.bundle.path)")
            }
        }
    }
}

extension BuildConfiguration: ExpressibleByArgument {}

extension ImageUnitStamp {
    /// What units for this command are built against.
    static func ofHost() throws -> ImageUnitStamp {
        let stamp = CIPlugIn.executableUnitStamp
        guard let interface = stamp["Interface"] else {
            throw Refusal("this command doesn't know its own interface; build it anew")
        }
        return .host(interface: interface)
    }
}
