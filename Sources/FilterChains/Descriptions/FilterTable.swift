import UntrustedInput

/// A list of filters as a table for people.
package enum FilterTable {
    /// Returns a table with aligned columns, sorted by main category and name.
    package static func text(_ filters: [FilterListing]) -> String {
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
