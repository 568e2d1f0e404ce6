import ArgumentParser
import CoreImage
import Foundation
import KernelLanguage

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
            let wanted = try categories.map(FilterListing.category(named:))
            let words = (search ?? "").lowercased().split(separator: " ")
            let filters = CIFilter.filterNames(inCategories: wanted).compactMap(FilterListing.init(named:))
                .filter { filter in words.isEmpty || words.allSatisfy(filter.searchText.contains) }
            if json { return try JSONText.print(filters.map(\.json)) }
            try StandardOutput.print(Self.table(filters), terminator: "")
        }
    }

    /// Returns a table with aligned columns, sorted by main category and name.
    static func table(_ filters: [FilterListing]) -> String {
        // Line breaks in names and categories must not start new rows.
        let rows = filters.map { filter in
            (
                category: printable(filter.mainCategory), name: printable(filter.name),
                summary: printable(filter.line, limit: 1000)
            )
        }
        .sorted { ($0.category, $0.name) < ($1.category, $1.name) }
        let widths = (rows.map(\.name.count).max() ?? 0, rows.map(\.category.count).max() ?? 0)
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(width - text.count, 0)) + "  "
        }
        return rows.map { row in
            let end = row.summary.isEmpty ? row.category : padded(row.category, widths.1) + row.summary
            return padded(row.name, widths.0) + end + "\n"
        }.joined()
    }
}

/// A filter in a listing. It is made from the registry alone, without creating the filter.
struct FilterListing {
    let name: String
    let displayName: String
    let categories: [String]
    let origin: String
    let summary: String?

    init?(named name: String) {
        guard let displayName = CIFilter.localizedName(forFilterName: name) else { return nil }
        (self.name, self.displayName) = (name, displayName)
        categories = CIFilter.categories(forFilterName: name)
        summary = CIFilter.localizedDescription(forFilterName: name)
        switch CIFilter.origin(forFilterName: name) {
        case .imageUnit(let bundle): origin = bundle.path
        case .application: origin = "application"
        case .builtIn, nil: origin = "built-in"
        }
    }

    /// The main category without `CICategory`. `other` for filters without a category.
    var mainCategory: String {
        guard let main = categories.first else { return "other" }
        return main.hasPrefix("CICategory") ? String(main.dropFirst("CICategory".count)) : main
    }

    /// The summary on one line. Texts of image units may contain line breaks.
    var line: String {
        guard let summary, summary.unicodeScalars.contains(where: { $0.properties.isWhitespace && $0 != " " }) else {
            return summary ?? ""
        }
        return summary.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The text that `--search` searches.
    var searchText: String {
        ([name, displayName, summary ?? ""] + categories).joined(separator: " ").lowercased()
    }

    var json: [String: Any] {
        [
            "name": name, "displayName": displayName, "categories": categories, "origin": origin,
            "summary": summary ?? NSNull(),
        ]
    }

    /// Returns the category for a name such as `CICategoryBlur`, `blur` or `Blur`.
    static func category(named text: String) throws -> String {
        let known = Set(CIFilter.filterNames(inCategory: nil).flatMap(CIFilter.categories(forFilterName:)))
        let wanted = text.lowercased()
        if let match = known.first(where: { $0.lowercased() == wanted || $0.lowercased() == "cicategory" + wanted }) {
            return match
        }
        let full = wanted.hasPrefix("cicategory") ? text : "CICategory" + text
        let remedy =
            NearestName.of(full, among: known).map { "did you mean \(printable($0))?" }
            ?? "known are \(known.sorted().map { printable($0) }.joined(separator: ", "))"
        throw Refusal("there is no filter in a category named \(printable(text)); \(remedy)")
    }
}
