import Foundation

extension PortedInput {
    /// The entry for `CIInputs` in Description.plist.
    var propertyList: [String: Any] {
        var list: [String: Any] = [
            "CIAttributeName": key, "CIAttributeClass": className, "CIAttributeDisplayName": displayName,
        ]
        if !summary.isEmpty { list["CIAttributeDescription"] = summary }
        list["CIAttributeType"] = type
        list["CIAttributeMin"] = minimum.map { NSNumber(value: $0) }
        list["CIAttributeMax"] = maximum.map { NSNumber(value: $0) }
        list["CIAttributeSliderMin"] = slider.map { NSNumber(value: $0.lowerBound) }
        list["CIAttributeSliderMax"] = slider.map { NSNumber(value: $0.upperBound) }
        switch value {
        case .image: break
        case .number(let number): list["CIAttributeDefault"] = NSNumber(value: number)
        case .vector(let numbers): list["CIAttributeDefault"] = Self.text(numbers)
        case .color(let numbers): list["CIAttributeDefault"] = numbers.map { "\($0)" }.joined(separator: " ")
        }
        return list
    }

    /// The name of the class in property lists.
    var className: String {
        switch value {
        case .image: "CIImage"
        case .number: "NSNumber"
        case .vector: "CIVector"
        case .color: "CIColor"
        }
    }

    /// The declaration in a class; nil if the key isn't valid as a property name.
    var declaration: String? {
        guard Self.isIdentifier(key) else { return nil }
        var parts = ["\"\(key)\""]
        let property: String
        switch value {
        case .image: property = "CIImage?"
        case .number(let number):
            property = "Float"
            parts.append("default: \(number)")
            switch (minimum, maximum) {
            case (let low?, let high?) where low <= high: parts.append("range: \(Self.text(low...high))")
            case (let low?, nil): parts.append("min: \(low)")
            case (nil, let high?): parts.append("max: \(high)")
            default: break
            }
            if let slider { parts.append("slider: \(Self.text(slider))") }
        case .vector(let numbers):
            property = "CIVector"
            parts.append("default: CIVector(string: \"\(Self.text(numbers))\")")
        case .color(let numbers):
            property = "CIColor"
            let names = zip(["red", "green", "blue", "alpha"], numbers).map { "\($0): \($1)" }
            parts.append("default: CIColor(\(names.joined(separator: ", ")))")
        }
        if let type, Self.isIdentifier(type) { parts.append("type: \"\(type)\"") }
        return "    @CIInput(\(parts.joined(separator: ", ")))\n    var \(key): \(property)\n"
    }

    /// Whether a text is safe to insert into source: `input` or `CI`, then ASCII letters, digits and underscores. No
    /// Swift keyword starts like this.
    private static func isIdentifier(_ text: String) -> Bool {
        (text.hasPrefix("input") || text.hasPrefix("CI")) && text.utf8.count <= 100
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// Returns a range in source text. The parentheses keep a minus sign from merging with the range operator.
    private static func text(_ range: ClosedRange<Double>) -> String { "(\(range.lowerBound))...(\(range.upperBound))" }

    private static func text(_ numbers: [Double]) -> String {
        "[" + numbers.map { "\($0)" }.joined(separator: " ") + "]"
    }
}
