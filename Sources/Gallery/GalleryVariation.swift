import CoreImage
import FilterChains
import Foundation

/// A filter with settings in the gallery: the steps of a `coreimage apply` command.
struct GalleryVariation: Sendable {
    /// The caption: `at its defaults`, or the settings.
    let title: String
    /// The steps as words after `--`.
    let words: [String]
    /// The steps, including the image inputs.
    let steps: [ChainStep]

    /// Creates a variation with the filter's defaults.
    init(defaultsOf filter: String) throws {
        try self.init(words: [filter], title: "at its defaults")
    }

    /// Creates a variation with settings in the format of `CIFilterExample`: `key=value …`, or a chain that contains
    /// the filter.
    ///
    /// A word without `=` after a setting continues the setting's value, so values can contain spaces.
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

    /// Creates a variation of steps whose image inputs are all set, or are to be left out.
    init(steps: [ChainStep], words: [String]) { (title, self.steps, self.words) = ("", steps, words) }

    /// Creates a variation, with a companion for each image input that the words don't set.
    private init(words: [String], title: String) throws {
        var steps = try ChainStep.parse(words)
        for index in steps.indices {
            let filter = try FilterName.filter(named: steps[index].filter)
            let attributes = filter.attributes
            let companions = CIFilterExample.of(filter.name).companions
            let named = try Set(steps[index].settings.map { try FilterName.key($0.key, of: filter) })
            for key in filter.inputKeys where !named.contains(key) {
                let described = attributes[key] as? [String: Any]
                guard described?[kCIAttributeClass] as? String == "CIImage",
                    let value = GalleryCompanion.value(forKey: key, among: companions)
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

    /// Returns the short form of a key for the command line, for example `maskImage` for `inputMaskImage`.
    private static func shortened(_ key: String) -> String {
        guard key.hasPrefix("input"), key.count > 5 else { return key }
        return key.dropFirst(5).prefix(1).lowercased() + key.dropFirst(6)
    }
}
