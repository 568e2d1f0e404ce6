import Foundation

/// Validates JSON before Foundation's decoder reads it. Nothing else calls that decoder.
package enum CheckedJSON {
    /// Decodes a value.
    ///
    /// - Parameter decoder: The decoder, for callers that need other strategies than the default.
    /// - Throws: `TextValidationError` if the data exceeds the limits or isn't JSON, `DecodingError` if values have
    ///   other types.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, limits: TextLimits = .standard, with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        let text = try checked(data, limits: limits)
        do {
            return try decoder.decode(type, from: text)
        } catch DecodingError.dataCorrupted(let context)
            where context.debugDescription.contains("not valid JSON")
            && (try? decoder.decode(Syntax.self, from: text)) != nil
        {
            if let fault = JSONFault.first(in: Array(text)) { throw fault }
            // Foundation says this of numbers that the type can't have, too.
            let reason =
                "a number doesn't fit where it stands: a fraction where a whole number is meant, or one that is too "
                + "large"
            throw DecodingError.dataCorrupted(.init(codingPath: context.codingPath, debugDescription: reason))
        }
    }

    /// Any value; only the syntax of the text is checked.
    private struct Syntax: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// Returns the data as UTF-8, if it is JSON within the limits.
    static func checked(_ data: Data, limits: TextLimits) throws(TextValidationError) -> Data {
        let (bytes, _) = try UnicodeText.utf8(of: data, limits: limits)
        var scanner = JSONScanner(bytes, limits: limits)
        try scanner.scan()
        return Data(bytes)
    }
}
