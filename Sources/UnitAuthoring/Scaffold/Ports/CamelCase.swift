/// Conversion of the names of kernels and parameters, in any notation, to words.
enum CamelCase {
    /// Splits a name: `dot_screen`, `dotScreen` and `DotScreen` give `Dot`, `Screen`.
    static func words(in name: String) -> [String] {
        var words: [String] = []
        var isLower = false
        for character in name {
            guard character.isASCII, character.isLetter || character.isNumber else {
                isLower = false
                words.append("")
                continue
            }
            if words.isEmpty || character.isUppercase && isLower { words.append("") }
            words[words.count - 1].append(character)
            isLower = !character.isUppercase
        }
        return words.filter { !$0.isEmpty }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    }

    /// Converts a name: `dot_screen` gives `DotScreen`.
    static func joined(_ name: String) -> String { words(in: name).joined() }
}
