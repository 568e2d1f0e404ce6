import KernelLanguage

/// A piece of a page. Strings that are interpolated are escaped, so that no text from an image unit can be markup.
///
/// Pages are well-formed XML as well as HTML, which a test can check with any parser.
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
            // XML allows no other control characters, and those that reorder text make a page say something else.
            default: if scalar.isPrintable { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}
