import CoreImage
import FilterChains
import Foundation

/// A filter configured by automatic adjustment, for reports.
package struct ConfiguredFilterReport {
    private let filter: CIFilter

    package init(_ filter: CIFilter) { self.filter = filter }

    /// The inputs except the image, in the filter's order.
    private var settings: [(key: String, value: Any)] {
        filter.inputKeys.filter { $0 != kCIInputImageKey }.compactMap { key in
            filter.value(forKey: key).map { (key, $0) }
        }
    }

    /// A line with the filter's name and summary, and a line for each input that differs from its default.
    package var text: String {
        let summary = CIFilter.localizedDescription(forFilterName: filter.name).map { " — \($0)" } ?? ""
        let changed = settings.filter { key, value in
            let fallback = (filter.attributes[key] as? [String: Any])?[kCIAttributeDefault]
            return fallback.map(ValueText.text) != ValueText.text(value)
        }
        let width = changed.map(\.key.count).max() ?? 0
        let lines = changed.map { key, value in
            "    \(key.padding(toLength: width, withPad: " ", startingAt: 0))  \(ValueText.text(value))"
        }
        return (["  \(filter.name)\(summary)"] + lines).joined(separator: "\n")
    }

    /// An object with the name and all inputs.
    package var json: [String: Any] {
        let inputs = settings.map { ($0.key, ValueText.json($0.value)) }
        return ["name": filter.name, "inputs": Dictionary(inputs) { first, _ in first }]
    }
}
