/// Mutates XML and JSON text without regard to its structure.
enum MarkupMutator {
    private static let pieces = [
        "<plist>", "<plist version=\"1.0\">", "<dict>", "<array>", "<dict><key>a</key>", "<a>", "<!--", "<![CDATA[",
        "<?x ?>", "<?x?>", "&amp;", "&#0;",
        "&#x110000;", "&a;", "</plist>", "</dict>", "</array>", "<key>", "<string>", "<integer>", "<data>", "[", "{",
        "{\"a\":", "\"", "\\", ",",
        "<!DOCTYPE plist [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>",
        "<!DOCTYPE plist SYSTEM \"file:///etc/passwd\">", "\u{0}", "\u{FEFF}", "(", "\"a\" = (", "/*",
    ]

    /// Returns the text with a piece of markup inserted, once or many times.
    static func changed(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        // Very long texts are rare, because they take long to read.
        let count = random.element([1, 1, 1, 1, 1, 2, 2, 20, 20, 40, 600, 600, 3000])
        let times = random.once(in: 40) ? 150_000 : count
        let piece = Array(random.element(pieces).utf8)
        let starts = bytes.indices.filter {
            [UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: ",")].contains(bytes[$0])
        }
        let place = starts.isEmpty ? random.below(bytes.count + 1) : random.element(starts)
        return Array(bytes[..<place]) + (0..<times).flatMap { _ in piece } + Array(bytes[place...])
    }
}
