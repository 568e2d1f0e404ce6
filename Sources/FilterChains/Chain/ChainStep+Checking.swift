import CoreImage
import Foundation

extension ChainStep {
    /// Checks the names of filters and of their settings, the labels of images, and the values. Whether the filters
    /// make a picture isn't known before they get one.
    ///
    /// - Parameter opensFiles: Whether values may name files, which aren't opened here.
    /// - Throws: An error that suggests the right name or value. `SettingNamesFile` for a file that isn't opened.
    package static func check(_ chain: [ChainStep], opensFiles: Bool) throws {
        var labels: Set<String> = []
        for step in chain {
            try step.check(labels, opensFiles: opensFiles)
            if let label = step.label { labels.insert(label) }
        }
    }

    private func check(_ labels: Set<String>, opensFiles: Bool) throws {
        let filter = try FilterName.filter(named: filter)
        let attributes = filter.attributes
        let reader = ValueReader(opensFiles: false) { label in
            guard label == "input" || labels.contains(label) else {
                throw UnknownImageLabel.refusal(label, known: ["input"] + labels.sorted())
            }
            return CIImage.empty()
        }
        for setting in settings {
            let key = try FilterName.key(setting.key, of: filter)
            let facts = attributes[key] as? [String: Any]
            let name = facts?[kCIAttributeClass] as? String ?? "NSNumber"
            do {
                _ = try reader.value(setting.value, forKey: key, attributeClass: name)
            } catch is SettingNamesFile where opensFiles {
                continue
            }
        }
    }
}
