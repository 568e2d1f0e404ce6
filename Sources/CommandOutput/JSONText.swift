import Foundation
import UntrustedInput

/// Prints JSON on standard output with sorted keys: one readable value for the whole run, or one value on each line.
/// Characters that aren't printable are escaped.
///
/// JSON can't represent NaN and infinities as numbers. They are written as the strings `nan`, `inf` and `-inf`, as in
/// recipes.
package enum JSONText {
    /// Prints a value that consists of dictionaries, arrays, strings, numbers, booleans and `NSNull`.
    package static func print(_ value: Any) throws {
        try StandardOutput.print(
            json: JSONSerialization.data(
                withJSONObject: finite(value),
                options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]))
    }

    /// Prints such a value on one line, for scripts that read results one by one.
    package static func printLine(_ value: Any) throws { try StandardOutput.print(json: line(value)) }

    /// Returns such a value on one line.
    package static func line(_ value: Any) throws -> Data {
        try JSONSerialization.data(
            withJSONObject: finite(value), options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    }

    /// Prints an encodable value.
    package static func print(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        try StandardOutput.print(json: encoder.encode(value))
    }

    /// Returns the value with strings in place of numbers that JSON can't represent.
    static func finite(_ value: Any) -> Any {
        switch value {
        case let values as [String: Any]: values.mapValues(finite)
        case let values as [Any]: values.map(finite)
        case let number as NSNumber where !number.doubleValue.isFinite:
            number.doubleValue.isNaN ? "nan" : number.doubleValue < 0 ? "-inf" : "inf"
        default: value
        }
    }

    /// Replaces characters that aren't printable by `\u` escapes. Outside of strings, the only such characters are line
    /// breaks, which are kept.
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
