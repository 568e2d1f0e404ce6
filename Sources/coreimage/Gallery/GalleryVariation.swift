import CoreImage
import Foundation

/// A filter with settings, as the gallery shows it: the steps of a `coreimage apply` command.
struct GalleryVariation: Sendable {
    /// What stands under the picture: `at its defaults`, or the settings.
    let title: String
    /// The steps as words behind `--`.
    let words: [String]
    /// The steps, images included.
    let steps: [ChainStep]

    /// The filter at its defaults.
    init(defaultsOf filter: String) throws {
        try self.init(words: [filter], title: "at its defaults")
    }

    /// The filter with settings from `TellingSettings`: `key=value …`, or a chain in which the filter stands.
    ///
    /// A word without `=` that stands behind a setting continues its value, so that values may hold blanks.
    init(_ settings: String, of filter: String) throws {
        var words: [String] = []
        for word in settings.split(separator: " ").map(String.init) {
            if let last = words.last, last.contains("="), !last.hasSuffix(","), !word.contains("=") {
                words[words.count - 1] = last + " " + word
            } else {
                words.append(word)
            }
        }
        let isChain = words.first.map { !$0.contains("=") } ?? false
        let title = words.isEmpty ? "with companions" : words.joined(separator: " ")
        try self.init(words: isChain ? words : [filter] + words, title: title)
    }

    /// Adds a companion for each image input that the words leave open.
    private init(words: [String], title: String) throws {
        var steps = try ChainStep.parse(words)
        for index in steps.indices {
            let filter = try FilterName.filter(named: steps[index].filter)
            let attributes = filter.attributes
            let named = try Set(steps[index].settings.map { try FilterName.key($0.key, of: filter) })
            for key in filter.inputKeys where !named.contains(key) {
                let described = attributes[key] as? [String: Any]
                guard described?[kCIAttributeClass] as? String == "CIImage",
                    let value = GalleryCompanion.value(forKey: key, of: filter.name)
                else { continue }
                steps[index].settings.append(.init(key: Self.shortened(key), value: value))
            }
        }
        self.title = title
        self.steps = steps
        self.words = steps.enumerated().flatMap { index, step in
            [step.filter] + step.settings.map { "\($0.key)=\($0.value)" } + (index + 1 < steps.count ? [","] : [])
        }
    }

    /// `inputMaskImage` → `maskImage`, as people write it on the command line.
    private static func shortened(_ key: String) -> String {
        guard key.hasPrefix("input"), key.count > 5 else { return key }
        return key.dropFirst(5).prefix(1).lowercased() + key.dropFirst(6)
    }
}
