import ArgumentParser

/// `coreimage units`: commands for image units. Without a subcommand it lists them.
struct UnitsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "units",
        abstract: "List image units with their filters, and say why any was refused.",
        discussion: """
            Without DIR, the installed units: $COREIMAGE_UNITS, ~/.local/share/Graphics/Image Units, \
            ~/Library/Graphics/Image Units, /Library/Graphics/Image Units, /usr/local/lib/image-units, /usr/lib/image-units.

            EXAMPLES
              coreimage units
              coreimage units build/units --json
              coreimage units new WarmGlow
              coreimage units validate Glow.plugin --level 10
              coreimage units doctor
            """,
        subcommands: [
            UnitsListCommand.self, UnitsNewCommand.self, UnitsBuildCommand.self, UnitsWatchCommand.self,
            UnitsValidateCommand.self, UnitsPackCommand.self, UnitsInstallCommand.self, UnitsUninstallCommand.self,
            UnitsDoctorCommand.self,
        ],
        defaultSubcommand: UnitsListCommand.self)
}
