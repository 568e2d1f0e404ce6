/// A font as Core Image's clients name it, in terms that fontconfig understands.
///
/// PostScript names join family and style by a hyphen and have no blanks: `HelveticaNeue-BoldItalic`. Full names have blanks: `Helvetica Neue Bold`. Both
/// are taken apart into families to try, weight, slant and width. A family that isn't installed is replaced by what fontconfig holds to be the same (Nimbus Sans
/// for Helvetica), then by families whose names are the first words of its name, in the end by fontconfig's default for such letters.
public struct FontName: Sendable, Hashable {
    /// Thickness of strokes on the scale of CSS and OpenType, from 100 to 900.
    public private(set) var weight = 400
    /// Whether letters lean.
    public var isItalic = false
    /// Whether letters are narrow.
    public private(set) var isCondensed = false
    /// Families to try, the best first.
    public private(set) var families: [String] = []

    /// Takes a name apart.
    public init(_ name: String) {
        // Commas would separate families, and control characters have no place in names.
        let cleaned = String(name.unicodeScalars.map { $0.value < 32 || $0 == "," ? " " : Character($0) })
        let parts = cleaned.split(separator: "-", maxSplits: 1).map { String($0) }
        var words = Self.words(in: parts.first ?? "")
        if parts.count > 1 {
            for word in Self.words(in: parts[1]) { _ = takeStyle(word) }
        } else {
            while words.count > 1, let last = words.last, takeStyle(last) { words.removeLast() }
        }
        // Suffixes of foundries are no part of a family's name.
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

    /// Words between blanks, and between small and capital letters.
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

    /// Takes a word for a style; false when it is none.
    private mutating func takeStyle(_ word: String) -> Bool {
        switch word.lowercased() {
        case "italic", "oblique", "it", "obl", "slanted": isItalic = true
        case "condensed", "cond", "narrow", "compressed": isCondensed = true
        case "regular", "roman", "book", "normal": break
        case let style:
            guard let weight = Self.weights[style] else { return false }
            // "Ultra Light" and "Semi Bold" may come as two words, the last of which is seen first or last.
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
