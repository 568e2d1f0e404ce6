/// A name that is valid for a filter, a class, a module, a bundle and a file.
package struct UnitName: Sendable, Hashable, CustomStringConvertible {
    /// The name, for instance `WarmGlow`.
    package let text: String

    /// Checks a name: 2 to 64 ASCII letters and digits, starting with a capital letter.
    ///
    /// - Throws: `AuthoringError.invalidName` or `AuthoringError.reservedName`, which describe a valid one.
    package init(_ text: String) throws(AuthoringError) {
        let isWord = text.utf8.allSatisfy { Self.isLetter($0) || Self.isDigit($0) }
        guard isWord, (2...64).contains(text.utf8.count), let first = text.utf8.first, Self.isCapital(first) else {
            throw .invalidName(text)
        }
        // Names that start with CI are reserved for built-in filters, including future ones.
        guard !Self.reserved.contains(text), !text.hasPrefix("CI") else { throw .reservedName(text) }
        self.text = text
    }

    /// Capitalised words of Swift, and the names of its modules and ours.
    private static let reserved: Set<String> = [
        "Any", "Protocol", "Self", "Type", "Swift", "Foundation", "Glibc", "Dispatch", "Testing", "CoreImage", "Pixels",
        "KernelLanguage", "ImageGraph", "Interpreter", "JIT", "Rendering", "ImageFiles", "ImageUnits", "Barcodes",
        "Typesetting", "Logging", "UntrustedInput", "SystemResources", "CacheFiles", "DirectoryWatching",
        "CoreImageEssentials", "BuiltInFilters", "Recipes", "Detection", "UnitHosting", "UnitFunctions",
        "UnitProcesses", "FilterControls", "UnitAuthoring", "UnitValidation", "InterfaceStamp",
    ]

    /// The name itself.
    package var description: String { text }

    /// The name of a function: the name with a lowercase first letter, `warmGlow`.
    var functionName: String { text.prefix(1).lowercased() + text.dropFirst() }

    /// The name in the style of C: `warm_glow`, `hdr_2_glow`.
    var symbolName: String { words.joined(separator: "_").lowercased() }

    /// The name for people: `Warm Glow`.
    var title: String { words.joined(separator: " ") }

    /// The words of the name: `HDR2Glow` gives `HDR`, `2`, `Glow`.
    private var words: [String] {
        var words: [String] = []
        let letters = Array(text.utf8)
        for (index, letter) in letters.enumerated() {
            let before = index > 0 ? letters[index - 1] : nil
            let next = index + 1 < letters.count ? letters[index + 1] : nil
            let startsWord: Bool =
                switch (before, letter) {
                case (nil, _): true
                case (let before?, _) where Self.isDigit(before) != Self.isDigit(letter): true
                case (let before?, _) where Self.isCapital(letter) && !Self.isCapital(before): true
                case (let before?, _) where Self.isCapital(letter) && Self.isCapital(before):
                    next.map { Self.isLetter($0) && !Self.isCapital($0) } ?? false
                default: false
                }
            let character = String(UnicodeScalar(letter))
            if startsWord { words.append(character) } else { words[words.count - 1] += character }
        }
        return words
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool {
        isCapital(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
