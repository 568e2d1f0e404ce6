import Foundation
import Testing
import UntrustedInput

@Suite("Descriptions of decoding errors")
struct DecodingErrorDescriptionTests {
    private enum Kind: String, Decodable { case one }

    private struct Part: Decodable {
        var kind: Kind?
        var count: UInt8?
        var size: Double?
        var isOn: Bool?
        var names: [String]?
    }

    private struct Whole: Decodable { var parts: [Part] }

    private static let noJSON = "this isn't JSON, or a number in it is too large or has a fraction where none may be"

    @Test(
        "The field is named, and what it should be, without names of types",
        arguments: [
            ("[]", "an object is expected"),
            ("{}", "the field \"parts\" is missing"),
            (#"{"parts": 3}"#, "parts: a list is expected"),
            (#"{"parts": null}"#, "parts: a list is expected"),
            (#"{"parts": [{}, 3]}"#, "parts.1: an object is expected"),
            (#"{"parts": [{"kind": "two"}]}"#, "parts.0.kind: this value isn't known"),
            (#"{"parts": [{"kind": 2}]}"#, "parts.0.kind: a text is expected"),
            (#"{"parts": [{"count": "2"}]}"#, "parts.0.count: a whole number is expected"),
            (#"{"parts": [{"count": 2.5}]}"#, noJSON), (#"{"parts": [{"count": 256}]}"#, noJSON), ("{", noJSON),
            (#"{"parts": [{"size": "2"}]}"#, "parts.0.size: a number is expected"),
            (#"{"parts": [{"isOn": 1}]}"#, "parts.0.isOn: true or false is expected"),
            (#"{"parts": [{"names": ["a", 1]}]}"#, "parts.0.names.1: a text is expected"),
        ])
    func problems(_ text: String, _ problem: String) throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(Whole.self, from: Data(text.utf8))
        }
        #expect(error.problem == problem)
    }
}
