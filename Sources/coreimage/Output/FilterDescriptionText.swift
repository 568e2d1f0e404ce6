import CoreImage
import Foundation

/// A filter's attributes as text for people and as JSON for scripts.
struct FilterDescriptionText {
    private let filter: CIFilter
    private let attributes: [String: Any]

    init(of filter: CIFilter) {
        self.filter = filter
        attributes = filter.attributes
    }

    /// The catalogue's fields; an attribute that the filter doesn't have is null.
    var json: [String: Any] {
        let inputs = filter.inputKeys.map { key -> [String: Any] in
            let input = attributes[key] as? [String: Any] ?? [:]
            return [
                "key": key,
                "class": input[kCIAttributeClass] ?? NSNull(),
                "type": input[kCIAttributeType] ?? NSNull(),
                "min": Self.json(input[kCIAttributeMin]),
                "max": Self.json(input[kCIAttributeMax]),
                "sliderMin": Self.json(input[kCIAttributeSliderMin]),
                "sliderMax": Self.json(input[kCIAttributeSliderMax]),
                "default": Self.json(input[kCIAttributeDefault]),
                "identity": Self.json(input[kCIAttributeIdentity]),
                "displayName": input[kCIAttributeDisplayName] ?? NSNull(),
            ]
        }
        var result = FilterListing(named: filter.name)?.json ?? ["name": filter.name]
        result["inputs"] = inputs
        result["kind"] = type(of: filter).registration?.kind.rawValue ?? NSNull()
        result["outputs"] = filter.outputKeys
        result["summary"] = CIFilter.localizedDescription(forFilterName: filter.name) ?? NSNull()
        return result
    }

    /// A page for people.
    var text: String {
        let listing = FilterListing(named: filter.name)
        var lines = [filter.name + (listing.map { " — \($0.displayName)" } ?? "")]
        if let summary = CIFilter.localizedDescription(forFilterName: filter.name) { lines.append(summary) }
        lines.append("")
        lines.append("categories  " + (listing?.categories ?? []).joined(separator: ", "))
        lines.append("from        " + (listing?.origin ?? "application"))
        lines.append("")
        lines.append("inputs")
        let width = filter.inputKeys.map(\.count).max() ?? 0
        for key in filter.inputKeys {
            let input = attributes[key] as? [String: Any] ?? [:]
            var facts = [input[kCIAttributeClass] as? String ?? "?"]
            if let value = input[kCIAttributeDefault] { facts.append("default \(Self.text(value))") }
            if let range = Self.range(input[kCIAttributeMin], input[kCIAttributeMax]) { facts.append(range) }
            if let range = Self.range(input[kCIAttributeSliderMin], input[kCIAttributeSliderMax]) {
                facts.append("slider \(range)")
            }
            if let value = input[kCIAttributeIdentity] { facts.append("no effect at \(Self.text(value))") }
            lines.append(
                "  " + key.padding(toLength: width, withPad: " ", startingAt: 0) + "  " + facts.joined(separator: ", "))
        }
        return lines.joined(separator: "\n")
    }

    /// The inputs as texts for a table.
    var inputs: [GalleryEntry.Input] {
        filter.inputKeys.map { key in
            let input = attributes[key] as? [String: Any] ?? [:]
            return .init(
                key: key, className: input[kCIAttributeClass] as? String ?? "?",
                fallback: input[kCIAttributeDefault].map(Self.text) ?? "",
                limits: Self.range(input[kCIAttributeMin], input[kCIAttributeMax]) ?? "",
                slider: Self.range(input[kCIAttributeSliderMin], input[kCIAttributeSliderMax]) ?? "",
                identity: input[kCIAttributeIdentity].map(Self.text) ?? "")
        }
    }

    private static func range(_ low: Any?, _ high: Any?) -> String? {
        switch (low, high) {
        case (let low?, let high?): "\(text(low)) to \(text(high))"
        case (let low?, nil): "from \(text(low))"
        case (nil, let high?): "to \(text(high))"
        case (nil, nil): nil
        }
    }

    private static func text(_ value: Any) -> String {
        switch json(value) {
        // A crop's default: as large as numbers go.
        case let numbers as [Double] where numbers.contains { abs($0) > 1e300 }: "everywhere"
        case let numbers as [Double]: numbers.map(text(of:)).joined(separator: ",")
        case let color as [String: Double]:
            ["r", "g", "b", "a"].compactMap { color[$0] }.map(text(of:)).joined(separator: ",")
        case let data as [String: Int]: "\(data["dataBytes"] ?? 0) bytes"
        case let number as NSNumber: text(of: number.doubleValue)
        case let other: "\(other)"
        }
    }

    /// A number without `.0`, and with six significant digits at most.
    static func text(of number: Double) -> String {
        if let whole = Int(exactly: number) { return "\(whole)" }
        let rounded = String(format: "%.6g", number)
        return Double(rounded) == number || "\(number)".count > rounded.count ? rounded : "\(number)"
    }

    /// Numbers as they are, vectors and transforms as arrays, colours as objects, data by its size.
    private static func json(_ value: Any?) -> Any {
        switch value {
        case nil: NSNull()
        case let value as CIVector: (0..<value.count).map { Double(value.value(at: $0)) }
        case let value as CIColor:
            ["r": Double(value.red), "g": Double(value.green), "b": Double(value.blue), "a": Double(value.alpha)]
        case let value as NSAffineTransform:
            [\CGAffineTransform.a, \.b, \.c, \.d, \.tx, \.ty].map { Double(CGAffineTransform(value)[keyPath: $0]) }
        case let value as Data: ["dataBytes": value.count]
        case let value as NSNumber: value
        case let value as String: value
        case let value as CGColorSpace: value.name ?? "ICC profile"
        case let value?: "\(value)"
        }
    }
}
