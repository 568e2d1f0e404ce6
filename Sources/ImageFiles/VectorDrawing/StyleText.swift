import Foundation

/// What a style says that takes time to draw: references, and properties for which the drawing is made apart.
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

    /// Steps in thousandths for a pixel, where each property that needs a surface of its own costs `surface`.
    static func cost(of text: String, surface: Int) -> Int {
        let text = text.lowercased()
        func count(_ word: String) -> Int { text.contains(word) ? text.components(separatedBy: word).count - 1 : 0 }
        let surfaces = ["opacity", "mask", "clip", "blend", "isolation", "filter"].reduce(0) { $0 + count($1) }
        let shorthands = count("blur(") + count("shadow(")
        return surfaces * surface + shorthands * FilterPrimitive.blur
    }
}
