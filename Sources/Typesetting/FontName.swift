/// A font name from a client of Core Image, converted to fontconfig's terms.
///
/// PostScript names consist of a family and a style, joined by a hyphen, without spaces: `HelveticaNeue-BoldItalic`.
/// Full names contain spaces: `Helvetica Neue Bold`. Both are divided into possible families, weight, slant and width.
/// If a family isn't installed, fontconfig substitutes an equivalent one (Nimbus Sans for Helvetica), or else a family
/// named like the first words of the name, or else its default for the characters.
package struct FontName: Sendable, Hashable {
    /// The weight on the scale of CSS and OpenType, from 100 to 900.
    package private(set) var weight = 400
    /// Whether the font is italic or oblique.
    package var isItalic = false
    /// Whether the font is condensed.
    package private(set) var isCondensed = false
    /// The families to try, best first.
    package private(set) var families: [String] = []

    /// Parses a name.
    package init(_ name: String) {
        // A comma would separate families, and control characters aren't valid in names.
        let cleaned = String(name.unicodeScalars.map { $0.value < 32 || $0 == "," ? " " : Character($0) })
        let parts = cleaned.split(separator: "-", maxSplits: 1).map { String($0) }
        var words = Self.words(in: parts.first ?? "")
        if parts.count > 1 {
            for word in Self.words(in: parts[1]) { _ = takeStyle(word) }
        } else {
            while words.count > 1, let last = words.last, takeStyle(last) { words.removeLast() }
        }
        // Suffixes for foundries don't belong to the family's name.
        while words.count > 1, let last = words.last, ["MT", "PS", "PSMT", "ITC", "LT"].contains(last) {
            words.removeLast()
        }
        var candidates = [parts.first ?? ""]
        for count in stride(from: words.count, to: 0, by: -1) {
            candidates.append(words.prefix(count).joined(separator: " "))
        }
        for candidate in candidates.map({ $0.split(separator: " ").joined(separator: " ") })
        where !candidate.isEmpty && !families.contains(candidate) {
            families.append(candidate)
        }
    }

    /// Divides a text into words at spaces and hyphens, and between a lowercase and an uppercase letter.
    private static func words(in text: String) -> [String] {
        var result: [String] = []
        var word = ""
        for character in text {
            let startsWord = character.isUppercase && word.last.map { $0.isLowercase } ?? false
            if character == " " || character == "-" || startsWord {
                if !word.isEmpty { result.append(word) }
                word = ""
            }
            if character != " " && character != "-" { word.append(character) }
        }
        return word.isEmpty ? result : result + [word]
    }

    /// Applies a word that names a style. Returns false if it doesn't.
    private mutating func takeStyle(_ word: String) -> Bool {
        switch word.lowercased() {
        case "italic", "oblique", "it", "obl", "slanted": isItalic = true
        case "condensed", "cond", "narrow", "compressed": isCondensed = true
        case "regular", "roman", "book", "normal": break
        case let style:
            guard let weight = Self.weights[style] else { return false }
            // "Ultra Light" and "Semi Bold" may be two words, in either order of processing.
            switch (style, self.weight) {
            case ("light", 800), ("light", 200): self.weight = 200
            case ("ultra", 300), ("extra", 300): self.weight = 200
            case ("bold", 600), ("semi", 700), ("demi", 700): self.weight = 600
            case ("bold", 800), ("ultra", 700), ("extra", 700): self.weight = 800
            default: self.weight = weight
            }
        }
        return true
    }

    private static let weights = [
        "thin": 100, "hairline": 100, "ultralight": 200, "extralight": 200, "light": 300, "medium": 500,
        "semibold": 600,
        "demibold": 600, "semi": 600, "demi": 600, "bold": 700, "heavy": 800, "extrabold": 800, "ultrabold": 800,
        "ultra": 800, "extra": 800, "black": 900,
    ]
}
