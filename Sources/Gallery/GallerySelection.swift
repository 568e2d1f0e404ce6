import CommandOutput
import CoreImage
import FilterChains

/// The filters and settings that a gallery shows, by the names that users write.
package enum GallerySelection {
    /// Returns the names of filters, sorted by category and name.
    ///
    /// - Parameters:
    ///   - names: The wanted filters. Empty for all.
    ///   - categories: Categories, in all of which the filters are.
    /// - Throws: `Refusal` or `CIFilterError` for an unknown name, and for a filter that isn't in the categories.
    package static func filters(named names: [String], inCategories categories: [String]) throws -> [String] {
        var chosen = CIFilter.filterNames(inCategories: try categories.map(FilterListing.category(named:)))
        if !names.isEmpty {
            let wanted = try Set(names.map { try FilterName.filter(named: $0).name })
            chosen = chosen.filter(wanted.contains)
            if let missing = wanted.subtracting(chosen).sorted().first {
                throw Refusal("\(missing) is not in the category asked for")
            }
        }
        return
            chosen.map { name -> (title: String, name: String) in
                let category = CIFilter.categories(forFilterName: name).first ?? ""
                return (CIFilter.localizedName(forCategory: category), name)
            }
            .sorted { ($0.title, $0.name) < ($1.title, $1.name) }.map(\.name)
    }

    /// Returns settings by the filter's name.
    ///
    /// - Parameter texts: A filter's name, a space and its settings each.
    /// - Throws: `UsageError` for an empty text; `Refusal` or `CIFilterError` for an unknown filter.
    package static func settings(_ texts: [String]) throws -> [String: [String]] {
        var result: [String: [String]] = [:]
        for text in texts {
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            guard let first = parts.first else {
                throw UsageError("--settings: write a filter's name and its settings")
            }
            result[try FilterName.filter(named: first).name, default: []].append(parts.count > 1 ? parts[1] : "")
        }
        return result
    }
}
