import ArgumentParser
import CommandOutput
import FilterChains

/// `coreimage filters`: lists filters, one on each line.
struct FiltersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filters",
        abstract: "List filters by category: one a line, with name, main category and what it does.",
        discussion: """
            EXAMPLES
              coreimage filters
              coreimage filters --category CICategoryBlur --category CICategoryVideo
              coreimage filters --search "tone curve"
              coreimage filters --category blur --json
            """)

    @Option(
        name: .customLong("category"), parsing: .singleValue,
        help: ArgumentHelp(
            "Only filters in this category, such as blur; repeated, in every one of them.", valueName: "name"))
    var categories: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only filters with all of these words in their names, categories or descriptions.", valueName: "words"))
    var search: String?

    @Flag(help: "Print an array of objects with name, displayName, categories, origin and summary.")
    var json = false

    @OptionGroup var units: UnitOptions

    func run() throws {
        try refusing {
            try units.loadPrintingRefusals()
            let filters = try FilterListing.all(inCategories: categories, search: search ?? "")
            if json { return try JSONText.print(filters.map(\.json)) }
            try StandardOutput.print(FilterTable.text(filters), terminator: "")
        }
    }
}
