import Foundation

/// The declared properties of an input, as reported in attributes.
package struct InputDeclaration {
    var attributeClass: String
    var type: String?
    var minimum: Double?
    var maximum: Double?
    var slider: ClosedRange<Double>?
    var `default`: Any?
    var identity: Any?
    var displayName: String?
    var summary: String?

    /// Returns the dictionary that `CIFilter.attributes` contains for the input.
    func attributes(key: String) -> [String: Any] {
        var result: [String: Any] = [
            kCIAttributeClass: attributeClass,
            kCIAttributeDisplayName: displayName ?? Self.displayName(forKey: key),
        ]
        result[kCIAttributeType] = type
        result[kCIAttributeMin] = minimum.map(NSNumber.init(value:))
        result[kCIAttributeMax] = maximum.map(NSNumber.init(value:))
        result[kCIAttributeSliderMin] = (slider?.lowerBound).map(NSNumber.init(value:))
        result[kCIAttributeSliderMax] = (slider?.upperBound).map(NSNumber.init(value:))
        result[kCIAttributeDefault] = `default`
        result[kCIAttributeIdentity] = identity
        result[kCIAttributeDescription] = summary
        return result
    }

    /// Returns the display name for a key: `inputTargetImage` → "Target Image", `inputEV` → "EV", `inputColor0` →
    /// "Color 0".
    static func displayName(forKey key: String) -> String {
        let bare = key.hasPrefix("input") && key.count > 5 ? String(key.dropFirst(5)) : key
        var words = ""
        var previous: Character?
        for character in bare {
            if let previous, character.isUppercase && previous.isLowercase || character.isNumber && previous.isLetter {
                words.append(" ")
            }
            words.append(character)
            previous = character
        }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
