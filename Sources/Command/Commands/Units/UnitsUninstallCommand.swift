import ArgumentParser
import CommandOutput
import UnitAuthoring
import UntrustedInput

/// `coreimage units uninstall NAME`: removes an installed unit.
struct UnitsUninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Remove an installed image unit.",
        discussion: """
            Programs that have loaded the unit keep its filters until they end.

            EXAMPLES
              coreimage units uninstall WarmGlow
              coreimage units uninstall org.example.WarmGlow
            """)

    @Argument(help: "The unit's identifier, or the name of its folder.")
    var name: String

    @OptionGroup var place: InstallationFolder

    func run() throws {
        try refusing {
            let unit = try place.units.uninstall(name)
            try StandardOutput.print(
                printable("removed \(unit.identifier ?? unit.name) from \(unit.bundle.path)", limit: 8192))
        }
    }
}
