import CommandOutput
import CoreImage
import Foundation
import UntrustedInput

/// A filter in a listing. It is made from the registry alone, without creating the filter.
package struct FilterListing {
    package let name: String
    package let displayName: String
    package let categories: [String]
    package let origin: String
    package let summary: String?
    package let status: CIFilterStatus?

    /// Creates the listing of a registered filter. Returns nil for other names.
    package init?(named name: String) {
        guard let displayName = CIFilter.localizedName(forFilterName: name) else { return nil }
        (self.name, self.displayName) = (name, displayName)
        categories = CIFilter.categories(forFilterName: name)
        (summary, status) = (
            CIFilter.localizedDescription(forFilterName: name), CIFilter.status(forFilterName: name)
        )
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
    private var searchText: String {
        ([name, displayName, summary ?? ""] + categories).joined(separator: " ").lowercased()
    }

    package var json: [String: Any] {
        [
            "name": name, "displayName": displayName, "categories": categories, "origin": origin,
            "summary": summary ?? NSNull(), "status": status.map(FilterStatusText.json) ?? NSNull(),
        ]
    }

    /// Returns the filters that are in every one of the categories, and have all words of `search` in their texts.
    ///
    /// - Parameter categories: Names of categories as in `category(named:)`. Without any, all filters are searched.
    /// - Throws: `Refusal` for an unknown category.
    package static func all(inCategories categories: [String], search: String) throws -> [FilterListing] {
        let words = search.lowercased().split(separator: " ")
        return CIFilter.filterNames(inCategories: try categories.map(category(named:)))
            .compactMap(FilterListing.init(named:))
            .filter { filter in words.isEmpty || words.allSatisfy(filter.searchText.contains) }
    }

    /// Returns the category for a name such as `CICategoryBlur`, `blur` or `Blur`.
    package static func category(named text: String) throws -> String {
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
