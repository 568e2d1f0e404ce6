/// Values that readers may handle wrongly.
package enum HostileValues {
    /// All texts of up to three of the characters `/`, `.`, `~`, `a` and NUL.
    package static let shortTexts: [String] = {
        let characters = ["/", ".", "~", "a", "\u{0}"]
        var texts = [""]
        var last = [""]
        for _ in 0..<3 {
            last = last.flatMap { start in characters.map { start + $0 } }
            texts += last
        }
        return texts
    }()

    /// Other texts: combining, reversing and control characters, paths that lead out of a folder, keywords, and long
    /// texts.
    static let texts: [String] =
        [
            "\u{301}", "a\u{301}", "e\u{301}\u{302}\u{303}", "\u{202E}", "a\u{202E}gnp", "\u{F8FF}", "a\u{F8FF}b",
            "\u{FEFF}", "\u{FFFF}", "\u{1F468}\u{200D}\u{1F469}", "\u{1B}[2J", "\u{7}", "\u{85}", "\u{2028}", "\r\n",
            "\t",
            " ", "  a  ", "%s%n%@", "$(id)", "`id`", "&lt;", "<plist>", "]]>", "--", "\\", "\"", "'", "\u{0}a",
            "a\u{0}b",
            "/etc/passwd", "/dev/zero", "/proc/self/environ", "../../../etc/passwd", "..", "../", "./.", "//",
            "~root/.ssh",
            "file:///etc/passwd", "http://127.0.0.1/", "a/../../b", "Contents/Info.plist", "Description.plist",
            "0", "-1", "1e999", "nan", "NaN", "inf", "-Infinity", "0x10", "1 2 3 4", "[1 2 3]", "[nan inf -inf]", "[]",
            "[1 2",
            "1,5", "YES", "true", "CIImage", "CIColor", "CIVector", "NSNumber", "NSString", "NSData", "NSObject",
            "inputImage", "input", "Input", "CIGaussianBlur", "CIAttributeTypeImage", "CICategoryBuiltIn", "main",
            "vec4",
        ]
        + (["a", "/", "[", "(", "{", "<", "1 ", "e\u{301}", "../"] as [String]).flatMap {
            [repeated($0, 300), repeated($0, 9000)]
        }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    /// Numbers in text form, some of which are invalid in some formats.
    static let numbers: [String] = [
        "0", "-0", "-0.0", "1", "-1", "0.5", "1e-320", "1e308", "1e309", "-1e309", "1e999999", "nan", "NaN", "inf",
        "-inf",
        "Infinity", "-Infinity", "2147483647", "2147483648", "-2147483648", "4294967296", "9007199254740993",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "123456789012345678901234567890", "0x7fffffff", "1e", "", "-", "00012", "1_000", "٣",
        "1e6",
        "1000000", "65536", "16777217",
    ]

    /// Returns a random text, short in half of the cases.
    static func text(_ random: inout SplitMix) -> String {
        switch random.below(4) {
        case 0, 1: random.element(shortTexts)
        case 2: random.element(texts)
        default: random.element(texts) + random.element(shortTexts)
        }
    }

    /// Returns a random value of any type. Collections contain a few others.
    static func value(_ random: inout SplitMix, depth: Int = 0) -> PropertyTree {
        switch random.below(depth < 2 ? 11 : 8) {
        case 0, 1: .text(text(&random))
        case 2: .integer(random.element(numbers))
        case 3: .real(random.element(numbers))
        case 4: .boolean(random.once(in: 2))
        case 5: .date(random.element(["2001-01-01T00:00:00Z", "9999999-99-99T99:99:99Z", "-1", ""]))
        case 6: .data([[], [0], Array(repeating: 0xFF, count: 5000), Array("bplist00".utf8)][random.below(4)])
        case 7: .null
        case 8: .array((0..<random.below(4)).map { _ in value(&random, depth: depth + 1) })
        case 9:
            .dictionary(
                (0..<random.below(4)).map { _ in .init(text(&random), value(&random, depth: depth + 1)) })
        default: nested(value(&random, depth: 2), in: random.below(2), times: random.element([1, 5, 31, 33, 200, 600]))
        }
    }

    /// Returns a value inside nested arrays or dictionaries.
    static func nested(_ value: PropertyTree, in kind: Int, times: Int) -> PropertyTree {
        (0..<times).reduce(value) { inner, _ in kind == 0 ? .array([inner]) : .dictionary([.init("a", inner)]) }
    }
}
