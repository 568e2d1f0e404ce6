import ArgumentParser
import CoreImage
import Foundation
import KernelLanguage

/// `coreimage filters`: one filter a line.
struct FiltersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filters",
        abstract: "List filters, one a line, name first.",
        discussion: """
            EXAMPLES
              coreimage filters
              coreimage filters --category CICategoryBlur --category CICategoryVideo
              coreimage filters --category blur --json
            """)

    @Option(
        name: .customLong("category"),
        help: ArgumentHelp("Only filters in this category; repeated, in every one of them.", valueName: "name"))
    var categories: [String] = []

    @Flag(help: "Print an array of objects with name, displayName, categories and origin.")
    var json = false

    @OptionGroup var units: UnitOptions

    func run() throws {
        try refusing {
            try units.loadPrintingRefusals()
            let wanted = try categories.map(FilterListing.category(named:))
            let filters = CIFilter.filterNames(inCategories: wanted).compactMap(FilterListing.init(named:))
            if json {
                try JSONText.print(filters.map(\.json))
            } else {
                let width = filters.map(\.name.count).max() ?? 0
                for filter in filters {
                    print(
                        filter.name.padding(toLength: width, withPad: " ", startingAt: 0),
                        filter.categories.first ?? "", separator: "  ")
                }
            }
        }
    }
}

/// A filter in a listing.
struct FilterListing {
    let name: String
    let displayName: String
    let categories: [String]
    let origin: String

    init?(named name: String) {
        guard let filter = CIFilter(name: name) else { return nil }
        let attributes = filter.attributes
        self.name = name
        displayName = attributes[kCIAttributeFilterDisplayName] as? String ?? name
        categories = attributes[kCIAttributeFilterCategories] as? [String] ?? []
        switch CIFilter.origin(forFilterName: name) {
        case .imageUnit(let bundle): origin = bundle.path
        case .application: origin = "application"
        case .builtIn, nil: origin = "built-in"
        }
    }

    var json: [String: Any] {
        ["name": name, "displayName": displayName, "categories": categories, "origin": origin]
    }

    /// The category for what the user wrote: `CICategoryBlur`, `blur` or `Blur`.
    static func category(named text: String) throws -> String {
        let known = Set(
            CIFilter.filterNames(inCategory: nil).compactMap(FilterListing.init(named:)).flatMap(\.categories))
        let wanted = text.lowercased()
        if let match = known.first(where: { $0.lowercased() == wanted || $0.lowercased() == "cicategory" + wanted }) {
            return match
        }
        let full = wanted.hasPrefix("cicategory") ? text : "CICategory" + text
        let remedy =
            NearestName.of(full, among: known).map { "did you mean \($0)?" }
            ?? "known are \(known.sorted().joined(separator: ", "))"
        throw Refusal("there is no filter in a category named \(text); \(remedy)")
    }
}
