import ArgumentParser
import CommandOutput
import CoreImage
import UnitAuthoring
import UntrustedInput

/// `coreimage units install PACKAGE`: installs a unit in a folder that hosts search.
struct UnitsInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install an image unit from a package or a built bundle, for every program that loads units.",
        discussion: """
            Everything is checked first: names, sizes and digests of the files, the property lists, kernels, version and the host that \
            the unit needs. The unit then appears whole, in place of an earlier version; when anything is wrong, nothing is changed. No \
            code of the unit is run.

            EXAMPLES
              coreimage units install WarmGlow.imageunit
              coreimage units install build/WarmGlow.plugin --folder ~/units
            """)

    @Argument(help: "The package, or the bundle Name.plugin.")
    var package: String

    @OptionGroup var place: InstallationFolder

    @Flag(help: "Replace a later version, or a broken unit of the same name.")
    var force = false

    func run() throws {
        try refusing {
            let package = try UnitPackage(reading: package)
            let host = UnitPackage.Host(version: CIPlugIn.hostVersion, stamp: try .ofHost())
            let (unit, replaced, warnings) = try place.units.install(package, for: host, force: force)
            for warning in warnings { StandardError.print(warning) }
            let version = unit.version.map { " \($0)" } ?? ""
            let before = replaced.map { ", in place of \($0.version ?? "an earlier one")" } ?? ""
            try StandardOutput.print(
                printable(
                    "installed \(unit.identifier ?? unit.name)\(version) in \(unit.bundle.path)\(before)", limit: 8192))
        }
    }
}
