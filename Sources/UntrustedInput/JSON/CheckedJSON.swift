import Foundation

/// The gate before Foundation's reader of JSON, which is called nowhere else.
public enum CheckedJSON {
    /// Decodes a value.
    ///
    /// - Parameter decoder: One whose strategies aren't the standard ones.
    /// - Throws: `TextRefusal` for what is over the limits or not JSON, `DecodingError` for values of another type.
    public static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, limits: TextLimits = .standard, with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: checked(data, limits: limits))
    }

    /// JSON within the limits, as UTF-8.
    static func checked(_ data: Data, limits: TextLimits) throws(TextRefusal) -> Data {
        let (bytes, _) = try UnicodeText.utf8(of: data, limits: limits)
        var scanner = JSONScanner(bytes, limits: limits)
        try scanner.scan()
        return Data(bytes)
    }
}
