import CoreImage
import Foundation
import UntrustedInput

/// A filter's attributes as text for people and as JSON for scripts.
package struct FilterDescriptionText {
    private let filter: CIFilter
    private let attributes: [String: Any]

    package init(of filter: CIFilter) {
        self.filter = filter
        attributes = filter.attributes
    }

    /// The filter's attributes with the field names of the filter catalogue. Missing attributes are null.
    package var json: [String: Any] {
        let inputs = filter.inputKeys.map { key -> [String: Any] in
            let input = attributes[key] as? [String: Any] ?? [:]
            return [
                "key": key,
                "class": input[kCIAttributeClass] ?? NSNull(),
                "type": input[kCIAttributeType] ?? NSNull(),
                "min": ValueText.json(input[kCIAttributeMin]),
                "max": ValueText.json(input[kCIAttributeMax]),
                "sliderMin": ValueText.json(input[kCIAttributeSliderMin]),
                "sliderMax": ValueText.json(input[kCIAttributeSliderMax]),
                "default": ValueText.json(input[kCIAttributeDefault]),
                "identity": ValueText.json(input[kCIAttributeIdentity]),
                "displayName": input[kCIAttributeDisplayName] ?? NSNull(),
            ]
        }
        var result = FilterListing(named: filter.name)?.json ?? ["name": filter.name]
        result["inputs"] = inputs
        result["kind"] = type(of: filter).registration?.kind.rawValue ?? NSNull()
        result["outputs"] = filter.outputKeys
        result["controls"] = filter.controls().map(ControlText.json)
        result["summary"] = CIFilter.localizedDescription(forFilterName: filter.name) ?? NSNull()
        return result
    }

    /// The description as text for people.
    package var text: String {
        let listing = FilterListing(named: filter.name)
        var lines = [printable(filter.name) + (listing.map { " — \(printable($0.displayName))" } ?? "")]
        if let summary = CIFilter.localizedDescription(forFilterName: filter.name) {
            // A line break in a unit's text could otherwise imitate a line of this description.
            lines.append(printable(summary.split(whereSeparator: \.isNewline).joined(separator: " "), limit: 4096))
        }
        lines.append("")
        lines.append("categories  " + (listing?.categories ?? []).map { printable($0) }.joined(separator: ", "))
        lines.append("from        " + printable(listing?.origin ?? "application", limit: 4096))
        if let status = listing?.status { lines.append("status      " + FilterStatusText.text(status)) }
        lines.append("")
        lines.append("inputs")
        let width = filter.inputKeys.map { printable($0).count }.max() ?? 0
        for key in filter.inputKeys {
            let input = attributes[key] as? [String: Any] ?? [:]
            var facts = [printable(input[kCIAttributeClass] as? String ?? "?")]
            if let value = input[kCIAttributeDefault] { facts.append("default \(ValueText.text(value))") }
            if let range = Self.range(input[kCIAttributeMin], input[kCIAttributeMax]) { facts.append(range) }
            if let range = Self.range(input[kCIAttributeSliderMin], input[kCIAttributeSliderMax]) {
                facts.append("slider \(range)")
            }
            if let value = input[kCIAttributeIdentity] { facts.append("no effect at \(ValueText.text(value))") }
            lines.append(
                "  " + printable(key).padding(toLength: width, withPad: " ", startingAt: 0) + "  "
                    + facts.joined(separator: ", "))
        }
        return lines.joined(separator: "\n")
    }

    /// An input as text for a row of a table.
    package struct Input: Sendable {
        package let key: String
        package let className: String
        package let fallback: String
        package let limits: String
        package let slider: String
        package let identity: String
    }

    /// The inputs as text for a table.
    package var inputs: [Input] {
        filter.inputKeys.map { key in
            let input = attributes[key] as? [String: Any] ?? [:]
            return .init(
                key: key, className: input[kCIAttributeClass] as? String ?? "?",
                fallback: input[kCIAttributeDefault].map(ValueText.text) ?? "",
                limits: Self.range(input[kCIAttributeMin], input[kCIAttributeMax]) ?? "",
                slider: Self.range(input[kCIAttributeSliderMin], input[kCIAttributeSliderMax]) ?? "",
                identity: input[kCIAttributeIdentity].map(ValueText.text) ?? "")
        }
    }

    private static func range(_ low: Any?, _ high: Any?) -> String? {
        switch (low, high) {
        case (let low?, let high?): "\(ValueText.text(low)) to \(ValueText.text(high))"
        case (let low?, nil): "from \(ValueText.text(low))"
        case (nil, let high?): "to \(ValueText.text(high))"
        case (nil, nil): nil
        }
    }
}
