import Foundation

/// What a style says that takes time to draw: references, and properties for which an element is drawn on a surface of its own.
enum StyleText {
    /// The names in `url(#name)`.
    static func references(in text: String) -> [String] {
        guard text.contains("#"), text.lowercased().contains("url(") else { return [] }
        var result: [String] = []
        for part in text.split(separator: "(").dropFirst() {
            let name = part.drop { " \"'\t\r\n".contains($0) }
            guard name.hasPrefix("#") else { continue }
            result.append(String(name.dropFirst().prefix { !")\"' \t\r\n".contains($0) }))
        }
        return result
    }

    /// Properties for which an element is drawn apart, unless they have one of `idleValues`.
    private static let surfaceProperties: Set<String> = [
        "opacity", "mask", "clip-path", "mix-blend-mode", "isolation", "filter",
    ]
    private static let idleValues: Set<String> = ["", "none", "normal", "auto", "1", "1.0", "100%", "inherit"]

    /// The properties of declarations that need a surface.
    static func surfaces(in text: String) -> Set<String> {
        var result: Set<String> = []
        for declaration in text.lowercased().split(whereSeparator: { ";{}".contains($0) }) {
            let parts = declaration.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            // In style sheets comments may stand anywhere.
            let name = parts[0].split(whereSeparator: { " \t\r\n/*".contains($0) }).last.map(String.init) ?? ""
            let value = parts[1].trimmingCharacters(in: .whitespacesAndNewlines)
            if surfaceProperties.contains(name), !idleValues.contains(value) { result.insert(name) }
        }
        return result
    }

    /// How many of the functions that stand for a blur are in a text.
    static func blurCount(in text: String) -> Int {
        guard text.contains("(") else { return 0 }
        let text = text.lowercased()
        return text.components(separatedBy: "blur(").count + text.components(separatedBy: "shadow(").count - 2
    }
}
