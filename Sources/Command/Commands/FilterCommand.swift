import ArgumentParser
import CommandOutput
import FilterChains

/// `coreimage filter NAME`: describes a filter and its inputs.
struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Describe a filter: its categories and inputs with class, limits and default.",
        discussion: """
            EXAMPLES
              coreimage filter CIBumpDistortion
              coreimage filter bumpdistortion --json
            """)

    @Argument(help: "The filter's name, with or without CI, in any case.")
    var name: String

    @Flag(help: "Print an object with the fields of the filter catalogue, and controls for a user interface.")
    var json = false

    @OptionGroup var units: UnitOptions

    func run() throws {
        try refusing {
            try units.loadPrintingRefusals()
            let filter = try FilterName.filter(named: name)
            let description = FilterDescriptionText(of: filter)
            if json { try JSONText.print(description.json) } else { try StandardOutput.print(description.text) }
        }
    }
}
