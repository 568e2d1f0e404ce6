import UntrustedInput

/// A fragment of a page. Interpolated strings are escaped, so that text from an image unit can't become markup.
///
/// Pages are well-formed both as HTML and as XML, so a test can check them with any parser.
struct Markup: ExpressibleByStringInterpolation, Sendable {
    let text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Collects literal markup and escaped strings.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ string: String) { text += Markup.escaped(string) }
        mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
        mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
        mutating func appendInterpolation(_ parts: [Markup]) { text += parts.map(\.text).joined(separator: "\n") }
        mutating func appendInterpolation(_ markup: Markup?) { text += markup?.text ?? "" }
    }

    private static func escaped(_ string: String) -> String {
        var result = ""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            // XML doesn't allow other control characters, and characters that reorder text could change the page's
            // meaning.
            default: if scalar.isPrintable { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}
