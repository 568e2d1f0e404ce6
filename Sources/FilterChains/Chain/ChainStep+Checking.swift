import CoreImage
import Foundation

extension ChainStep {
    /// Checks the names of the filter and of its settings, and the values that are numbers, vectors and colours.
    /// Whether the filter makes a picture isn't known before it gets one.
    ///
    /// - Throws: An error that suggests the right name or value.
    package func check() throws {
        let filter = try FilterName.filter(named: filter)
        let attributes = filter.attributes
        let reader = ValueReader(opensFiles: false) { label in
            throw UnknownImageLabel.refusal(label, known: [])
        }
        for setting in settings {
            let key = try FilterName.key(setting.key, of: filter)
            let facts = attributes[key] as? [String: Any]
            let name = facts?[kCIAttributeClass] as? String ?? "NSNumber"
            guard ["NSNumber", "CIVector", "CIColor"].contains(name) else { continue }
            _ = try reader.value(setting.value, forKey: key, attributeClass: name)
        }
    }
}
