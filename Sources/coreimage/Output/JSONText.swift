import Foundation
import KernelLanguage

/// JSON on standard output: sorted keys, readable, one value a run, or one value a line. ASCII, but for printable
/// characters.
///
/// JSON has no numbers for what isn't a number or is infinite; they are the texts `nan`, `inf` and `-inf`, as in recipes.
enum JSONText {
    /// Prints a value made of dictionaries, arrays, strings, numbers, booleans and `NSNull`.
    static func print(_ value: Any) throws {
        try StandardOutput.print(
            json: JSONSerialization.data(
                withJSONObject: finite(value),
                options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]))
    }

    /// Prints such a value on one line, for scripts that read results one after the other.
    static func printLine(_ value: Any) throws { try StandardOutput.print(json: line(value)) }

    /// Such a value on one line.
    static func line(_ value: Any) throws -> Data {
        try JSONSerialization.data(
            withJSONObject: finite(value), options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    }

    /// Prints a value by its own encoding.
    static func print(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        try StandardOutput.print(json: encoder.encode(value))
    }

    /// The value with texts in place of numbers that JSON doesn't have.
    static func finite(_ value: Any) -> Any {
        switch value {
        case let values as [String: Any]: values.mapValues(finite)
        case let values as [Any]: values.map(finite)
        case let number as NSNumber where !number.doubleValue.isFinite:
            number.doubleValue.isNaN ? "nan" : number.doubleValue < 0 ? "-inf" : "inf"
        default: value
        }
    }

    /// JSON with `\u` escapes for characters that aren't printable. Outside of texts JSON has none but line breaks.
    static func escaped(_ json: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            if scalar.isPrintable || scalar == "\n" {
                result.append(scalar)
            } else {
                for unit in UTF16.encode(scalar) ?? .init() {
                    result.append(contentsOf: "\\u\(String(format: "%04x", unit))".unicodeScalars)
                }
            }
        }
        return String(result)
    }
}
