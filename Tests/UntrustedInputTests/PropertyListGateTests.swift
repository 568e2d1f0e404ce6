import Foundation
import TestSupport
import Testing

@testable import UntrustedInput

/// Tests which data `CheckedPropertyList` accepts, and at which positions it refuses others.
@Suite struct PropertyListGateTests {
    private static let limits = TextLimits(bytes: 1 << 20, depth: 8, values: 1000)

    private func refusal(_ data: Data, _ limits: TextLimits = limits) -> String {
        do throws(TextValidationError) {
            _ = try CheckedPropertyList.checked(data, limits: limits)
            return "accepted"
        } catch {
            return error.description
        }
    }

    private func refusal(_ text: String, _ limits: TextLimits = limits) -> String { refusal(Data(text.utf8), limits) }

    private static func nested(_ name: String, _ depth: Int, inside: String = "") -> String {
        String(repeating: "<\(name)>", count: depth) + inside + String(repeating: "</\(name)>", count: depth)
    }

    @Test(arguments: [
        "<plist><dict/></plist>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\"><dict><key>a</key><string>&lt;&#65;&#x42;&amp;</string></dict></plist>\n",
        "<!-- <plist> --><plist><!-- <array><array> --><array><?note <array>?><string><![CDATA[<array>]]></string></array></plist>",
        "<plist version='1.0'><array><true/><false/><real>1.5</real><integer>0x10</integer><data>AAEC</data>"
            + "<date>2020-02-03T04:05:06Z</date><string/></array></plist>",
        "<plist><dict><key>a</key><dict><key></key><integer>-12</integer></dict><key>b</key><array><key>c</key></array></dict></plist>",
        "{ a = \"b\\\"c\"; /* { */ d = (1, 2, <0a 0b>); // (\n e = 'f'; }", "\"key\" = \"text\";\nother = word;",
        "(a, b,)",
        "<0a0b>", "\u{FEFF}{a=b;}",
    ])
    func accepted(text: String) throws {
        #expect(refusal(text) == "accepted")
        // Foundation must read what the gate accepts.
        _ = try CheckedPropertyList.object(Data(text.utf8), limits: Self.limits)
    }

    @Test(arguments: [
        ("<plist><plist/></plist>", "line 1, column 8: a <plist> stands inside another"),
        ("<plist/>\n<plist/>", "line 2, column 1: a second root element begins here"),
        ("<dict/>", "line 1, column 1: the outermost element is not <plist>"),
        ("<plist>\n<x/></plist>", "line 2, column 1: this is no element of a property list"),
        ("<plist><string><array/></string></plist>", "line 1, column 16: an element stands inside a value"),
        (
            "<plist><string>a<!-- x --></string></plist>",
            "line 1, column 27: a comment or instruction stands inside a value"
        ),
        ("<plist>a<dict/></plist>", "line 1, column 8: text stands between the elements"),
        (
            "<plist><dict></array></plist>",
            "line 1, column 14: this end tag doesn't match the start tag on line 1"
        ),
        (
            "<plist>\n<dict>\n<key>a</key>\n<string>b\n</dict></plist>",
            "line 5, column 1: this end tag doesn't match the start tag on line 4"
        ),
        ("<?xml version=\"1.0\"?><dict/>", "line 1, column 22: the outermost element is not <plist>"),
        ("<plist><dict>\n<key>a</key>\n</dict></plist>", "line 2, column 1: this key has no value"),
        (
            "<plist><dict>\n  <key>a</key>\n<key>b</key><string/></dict></plist>",
            "line 2, column 3: this key has no value"
        ),
        ("<plist><dict>\n <string/></dict></plist>", "line 2, column 2: a value stands here without a key before it"),
        (
            "<plist><dict><key>a</key><true/>\n<dict/></dict></plist>",
            "line 2, column 1: a value stands here without a key before it"
        ),
        ("<plist><array>\n<integer>12o</integer></array></plist>", "line 2, column 1: this is no whole number"),
        ("<plist><integer/></plist>", "line 1, column 8: this is no whole number"),
        ("<plist><integer> \n</integer></plist>", "line 1, column 8: this is no whole number"),
        ("<plist><true>x</true></plist>", "line 1, column 14: text stands in <true> or <false>"),
        ("<plist><dict/>", "line 1, column 15: an element isn't ended"),
        ("<plist a=\"<\"/>", "line 1, column 11: an attribute's value has a < or >; write &lt; or &gt;"),
        ("<plist a='>'/>", "line 1, column 11: an attribute's value has a < or >; write &lt; or &gt;"),
        ("<plist a=b/>", "line 1, column 10: an attribute's value is not in quotes"),
        ("<plist a/>", "line 1, column 9: an attribute has no value"),
        (
            "<plist><string>&x;</string></plist>",
            "line 1, column 16: this & begins none of the five entities of XML and no character's number; write &amp; instead"
        ),
        (
            "<plist><string>&#0;</string></plist>",
            "line 1, column 16: this & begins none of the five entities of XML and no character's number; write &amp; instead"
        ),
        (
            "<plist><string>&#xD800;</string></plist>",
            "line 1, column 16: this & begins none of the five entities of XML and no character's number; write &amp; instead"
        ),
        (
            "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist/>",
            "line 1, column 17: a document type defines something; only its name is accepted"
        ),
        ("<!DOCTYPE html><plist/>", "line 1, column 16: the document type is not plist"),
        (
            "<plist/><!DOCTYPE plist>",
            "line 1, column 9: a document type must come before the root element, and only once"
        ),
        ("<plist><!-- ", "line 1, column 8: a comment isn't ended"),
        ("<plist><!-->", "line 1, column 8: a comment isn't ended"),
        ("<plist><![CDATA[<dict>]]></plist>", "line 1, column 8: text stands between the elements"),
        ("<plist><![CDATA[", "line 1, column 8: text stands between the elements"),
        ("<plist></plist", "line 1, column 15: a tag isn't ended"),
        ("<plist", "line 1, column 7: a tag isn't ended"),
        ("< plist/>", "line 1, column 1: data is hexadecimal digits between < and >"),
        ("<plist>< dict/></plist>", "line 1, column 9: a name is missing"),
        ("<plist/ >", "line 1, column 7: white space is expected between a tag's name and its attributes"),
        (
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist/>",
            "line 1, column 1: the text is not in the encoding that its first line names; save it as UTF-8"
        ),
        (
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist/>",
            "line 1, column 1: the text is not in the encoding that its first line names; save it as UTF-8"
        ),
        (
            "<?xml version=\"1.0\" encoding=\"UTF-7\"?><plist/>",
            "line 1, column 1: the text is not in the encoding that its first line names; save it as UTF-8"
        ),
        (
            "<plist><string>\u{1B}</string></plist>",
            "line 1, column 16: the text contains a control character; remove it"
        ),
        ("é<plist/>", "line 1, column 1: this character must be in quotes"),
        ("{a = {b = c;}", "line 1, column 14: a bracket isn't closed"), ("{a;}", "accepted"), ("a;b;", "accepted"),
        ("a", "accepted"),
        (
            "{a = (b};",
            "line 1, column 8: this closing bracket has no matching opening bracket, or a ; is missing before it"
        ),
        ("{a = \"b;}", "line 1, column 6: this string has no closing quote"),
        ("{a = \"b\\\"", "line 1, column 6: this string has no closing quote"),
        ("{a = <0a;}", "line 1, column 6: data is hexadecimal digits between < and >"),
        ("{a = /* b;}", "line 1, column 6: a comment isn't ended"),
        ("{a = /*/ b;}", "line 1, column 6: a comment isn't ended"),
        ("{a = [b];}", "line 1, column 6: this character must be in quotes"),
        (
            "{a = b}",
            "line 1, column 7: this closing bracket has no matching opening bracket, or a ; is missing before it"
        ),
        ("{a = b c = d;}", "line 1, column 8: a ; is missing"), ("{a = ;}", "line 1, column 6: a value is missing"),
        ("{(a) = b;}", "line 1, column 2: a key is expected here: a word or a quoted string"),
        ("{a == b;}", "line 1, column 5: a value is missing"),
        ("(a b)", "line 1, column 4: a , is missing"), ("(,)", "line 1, column 2: a value is missing"),
        ("a = b", "line 1, column 6: a ; is missing"),
        ("(a) b", "line 1, column 5: unexpected text after the end of the list; remove it"),
        ("(a);", "line 1, column 4: unexpected text after the end of the list; remove it"),
    ])
    func refused(text: String, words: String) { #expect(refusal(text) == words) }

    @Test("nesting, values and bytes are counted to the limit and no further")
    func limits() {
        // `<plist>` itself is no level.
        #expect(refusal("<plist>" + Self.nested("array", 8) + "</plist>") == "accepted")
        #expect(
            refusal("<plist>" + Self.nested("array", 9) + "</plist>")
                == "line 1, column 64: it is nested more than 9 deep")
        #expect(refusal(Self.nested("plist", 50_000)).hasSuffix("a <plist> stands inside another"))
        #expect(refusal(String(repeating: "(", count: 8) + String(repeating: ")", count: 8)) == "accepted")
        #expect(refusal(String(repeating: "(", count: 100_000)) == "line 1, column 9: it is nested more than 8 deep")
        #expect(refusal(String(repeating: "{a=", count: 100_000)) == "line 1, column 25: it is nested more than 8 deep")
        #expect(refusal("<plist><array>" + String(repeating: "<true/>", count: 998) + "</array></plist>") == "accepted")
        #expect(
            refusal("<plist><array>" + String(repeating: "<true/>", count: 999) + "</array></plist>")
                .hasSuffix("it has more than 1000 elements"))
        #expect(refusal("(" + String(repeating: "a,", count: 1001)).hasSuffix("it has more than 1000 values"))
        #expect(refusal(Data(count: (1 << 20) + 1)) == "it has more than 1048576 bytes")
        #expect(refusal(Data("bplist00".utf8)) == "it is a binary property list")
        #expect(refusal("") == "accepted", "an empty old-style list, for Foundation to judge")
    }

    @Test(
        "UTF-16 passes as UTF-8, and its tags count", arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func wide(encoding: String.Encoding) throws {
        let mark: [UInt8] = encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
        func data(_ text: String, marked: Bool = true) throws -> Data {
            Data(marked ? mark : []) + (try #require(text.data(using: encoding)))
        }
        let list = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><string>é𝄞</string></plist>"
        for marked in [true, false] {
            #expect(try CheckedPropertyList.object(data(list, marked: marked), limits: Self.limits) as? String == "é𝄞")
        }
        #expect(try refusal(data(Self.nested("plist", 20_000))).hasSuffix("a <plist> stands inside another"))
        #expect(try refusal(data("<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist/>")).contains("save it as UTF-8"))
        #expect(try refusal(data(list) + Data([0])) == "it is UTF-16 that ends within a character")
        // Half of a surrogate pair.
        #expect(
            refusal(Data(mark) + Data(encoding == .utf16LittleEndian ? [0x34, 0xD8] : [0xD8, 0x34]))
                == "it is neither UTF-8 nor UTF-16")
        // As UTF-16, this UTF-32 text has a NUL character next to each character.
        let wider = Array(list.unicodeScalars).flatMap { scalar in
            withUnsafeBytes(of: encoding == .utf16LittleEndian ? scalar.value.littleEndian : scalar.value.bigEndian) {
                Array($0)
            }
        }
        #expect(refusal(Data(wider)) != "accepted")
    }

    @Test("what is not UTF-8 is refused at its place")
    func malformed() {
        #expect(
            refusal(Data("<plist>é\n".utf8) + Data([0x61, 0xC0, 0x80]))
                == "line 2, column 2: it is neither UTF-8 nor UTF-16")
        #expect(refusal(Data([0xED, 0xA0, 0x80])) == "line 1, column 1: it is neither UTF-8 nor UTF-16")
        #expect(
            refusal(Data([0x3C, 0x70, 0x00])) == "line 1, column 3: the text contains a control character; remove it")
    }

    /// Reads randomly changed copies of lists. Those that pass the gate must not crash Foundation's reader.
    @Test("what passes is read by Foundation without a crash", arguments: 0..<8)
    func changedCopies(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let lists = [
            "<plist><dict><key>a</key><array><string>b&lt;</string><data>AA==</data></array></dict></plist>",
            "{ a = \"b\\U0041\"; c = (1, <0a>); }",
        ].map { Array($0.utf8) }
        var (accepted, refused) = (0, 0)
        for _ in 0..<500 {
            var bytes = lists.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = Array("<>/\"'&;(){}=\\ \0a".utf8).randomElement(using: &random) ?? 0
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            if (try? CheckedPropertyList.object(Data(bytes), limits: Self.limits)) != nil {
                accepted += 1
            } else {
                refused += 1
            }
        }
        // Both happen often, so the changes reach Foundation's reader as well as the gate.
        #expect(accepted > 0 && refused > 0)
    }
}
