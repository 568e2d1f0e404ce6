import Foundation
import Testing

@testable import UntrustedInput

/// Tests which texts `CheckedJSON` and `CheckedXML` accept, and at which positions they refuse others.
@Suite struct JSONGateTests {
    private static let limits = TextLimits(bytes: 1 << 20, depth: 8, values: 1000)

    private func refusal(_ text: String) -> String {
        do throws(TextValidationError) {
            _ = try CheckedJSON.checked(Data(text.utf8), limits: Self.limits)
            return "accepted"
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("{\"a\": [1, -2.5e+3, true, null, \"]\\\"[\"]}", "accepted"),
        ("[[[[[[[[]]]]]]]]", "accepted"), ("[[[[[[[[[]]]]]]]]]", "line 1, column 9: it is nested more than 8 deep"),
        ("[}", "line 1, column 2: this closing bracket has no matching opening bracket; remove it"),
        ("[", "line 1, column 2: a bracket isn't closed"),
        ("[\"a]", "line 1, column 2: this string has no closing quote"),
        ("[\"a\\\"]", "line 1, column 2: this string has no closing quote"),
        ("[\n  'a']", "line 2, column 3: unexpected character; strings need double quotes in JSON"),
        ("// a", "line 1, column 1: unexpected character; strings need double quotes in JSON"),
        ("[\"é\nb\"]", "line 1, column 4: a string contains a control character; write it as \\n or \\u000A"),
        ("[é]", "line 1, column 2: unexpected character; strings need double quotes in JSON"),
        ("{\"a\": 1, \"b\": [{\"a\": 2}], \"c\": \"a\"}", "accepted"), ("[\"a\", \"a\"]", "accepted"),
        ("{\"a\": 1, \"\\u0061\": 2}", "line 1, column 10: this key stands twice in its object; keep one of them"),
        (
            "{\"😀/\": 1, \"\\uD83D\\uDE00\\/\": 2}",
            "line 1, column 11: this key stands twice in its object; keep one of them"
        ),
        ("{\"\\u0061\": 1, \"\\\\u0061\": 2, \"\\n\": 3, \"n\": 4}", "accepted"),
        ("[1, ]", "line 1, column 3: a comma stands before a closing bracket; remove it"),
        ("{\"a\": 1,\n}", "line 1, column 8: a comma stands before a closing bracket; remove it"),
        ("{\"a\": {}, \"a\": 1}", "line 1, column 11: this key stands twice in its object; keep one of them"),
        (
            "[{\"a\": [\"b\"], \"b\": 1,\n\"a\": 2}]",
            "line 2, column 1: this key stands twice in its object; keep one of them"
        ),
    ])
    func json(text: String, words: String) { #expect(refusal(text) == words) }

    @Test func limits() {
        #expect(refusal(String(repeating: "[", count: 100_000)) == "line 1, column 9: it is nested more than 8 deep")
        #expect(refusal("[" + String(repeating: "1,", count: 998) + "1]") == "accepted")
        #expect(refusal("[" + String(repeating: "1,", count: 1000) + "1]").hasSuffix("it has more than 1000 values"))
        #expect(refusal(String(repeating: " ", count: 2 << 20)) == "it has more than 1048576 bytes")
    }

    @Test func decoding() throws {
        #expect(try CheckedJSON.decode([String].self, from: Data("[\"\\u001b\"]".utf8)) == ["\u{1B}"])
        let wide = try #require("[7]".data(using: .utf16))
        #expect(try CheckedJSON.decode([Int].self, from: wide) == [7])
        #expect(throws: DecodingError.self) { try CheckedJSON.decode(Int.self, from: Data("\"a\"".utf8)) }
        #expect(throws: TextValidationError.self) { try CheckedJSON.decode([Int].self, from: Data("[1".utf8)) }
    }

    /// What the scanner takes, and the decoder refuses without a word about the place.
    @Test(arguments: [
        ("[018]", 2, "this isn't a number of JSON"), ("[1, -]", 5, "this isn't a number of JSON"),
        ("[1, +2]", 5, "this isn't a number of JSON"), ("[.5]", 2, "this isn't a number of JSON"),
        ("[1.]", 2, "this isn't a number of JSON"), ("[1e]", 2, "this isn't a number of JSON"),
        ("[\"018\", \"\\uD83D\"]", 10, "half of a character"), ("[\"\\uDE00\\uD83D\"]", 3, "half of a character"),
        ("[\"\\uD83D\\n\"]", 3, "half of a character"), ("[\"a\\x\"]", 4, "this escape is none of JSON"),
        ("[\"\\u00G0\"]", 3, "this escape is none of JSON"),
    ])
    func faults(text: String, column: Int, words: String) throws {
        let error = try #require(JSONFault.first(in: Array(text.utf8)))
        #expect(error.position?.column == column)
        #expect(error.reason.contains(words))
    }

    @Test(arguments: [
        "[0, -0, 10, 1.5, -2.25e+3, 0.0E-7, true, null]", "[\"018 -\", \"\\\"\\\\018\", \"\\uD83D\\uDE00\\u00e9\"]",
    ])
    func faultless(text: String) { #expect(JSONFault.first(in: Array(text.utf8)) == nil) }

    @Test func messagesOfFaults() {
        func message<Value: Decodable>(_ type: Value.Type, _ text: String) -> String {
            do {
                _ = try CheckedJSON.decode(type, from: Data(text.utf8))
                return "accepted"
            } catch {
                return "\(error)"
            }
        }
        #expect(message([Int].self, "[1, 018]").hasPrefix("line 1, column 5: this isn't a number of JSON"))
        #expect(message([String].self, "[\"\\uD800\"]").hasPrefix("line 1, column 3: this escape is none of JSON"))
        #expect(message([Int].self, "[1.5]").contains("a number doesn't fit where it stands"))
    }

    @Test(
        "XML has no document type, and no entities but five",
        arguments: [
            ("<a:b xmlns:a='x' c=\"&lt;\"><!-- <d> --><d/>&amp;</a:b>", "accepted"),
            ("<!DOCTYPE a><a/>", "line 1, column 13: a document type is not accepted"),
            (
                "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
                "line 1, column 13: a document type defines something; only its name is accepted"
            ),
            (
                "<a>&b;</a>",
                "line 1, column 4: this & begins none of the five entities of XML and no character's number; write &amp; instead"
            ),
            (
                "<a><b></a></b>",
                "line 1, column 7: this end tag doesn't match the start tag on line 1"
            ),
            ("<a/><!ELEMENT a>", "line 1, column 5: a second root element begins here"),
            ("<!ELEMENT a><a/>", "line 1, column 2: a name is missing"),
        ])
    func xml(text: String, words: String) {
        do throws(TextValidationError) {
            _ = try CheckedXML.checked(Data(text.utf8), limits: Self.limits)
            #expect("accepted" == words)
        } catch {
            #expect(error.description == words)
        }
    }
}
