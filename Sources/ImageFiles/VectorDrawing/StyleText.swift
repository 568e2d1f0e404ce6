import Foundation

/// The parts of style text that cost drawing time: references, and properties that need a separate surface.
enum StyleText {
    /// Returns the names in `url(#name)`.
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

    /// Properties that make the renderer draw an element to a separate surface, unless the value is one of
    /// `idleValues`.
    private static let surfaceProperties: Set<String> = [
        "opacity", "mask", "clip-path", "mix-blend-mode", "isolation", "filter",
    ]
    private static let idleValues: Set<String> = ["", "none", "normal", "auto", "1", "1.0", "100%", "inherit"]

    /// Returns the properties in declarations that need a surface.
    static func surfaces(in text: String) -> Set<String> {
        var result: Set<String> = []
        for declaration in text.lowercased().split(whereSeparator: { ";{}".contains($0) }) {
            let parts = declaration.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            // Style sheets may have comments anywhere.
            let name = parts[0].split(whereSeparator: { " \t\r\n/*".contains($0) }).last.map(String.init) ?? ""
            let value = parts[1].trimmingCharacters(in: .whitespacesAndNewlines)
            if surfaceProperties.contains(name), !idleValues.contains(value) { result.insert(name) }
        }
        return result
    }

    /// Counts the functions in a text that apply a blur: `blur` and `drop-shadow`.
    static func blurCount(in text: String) -> Int {
        guard text.contains("(") else { return 0 }
        let text = text.lowercased()
        return text.components(separatedBy: "blur(").count + text.components(separatedBy: "shadow(").count - 2
    }
}
