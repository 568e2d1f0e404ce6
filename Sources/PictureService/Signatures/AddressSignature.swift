import Foundation

/// The signature of an address: the last parameter, `s`, with the code of everything before it.
///
/// The code is that of the path and the query as they are sent, without the `?s=` or `&s=` and what follows. It is
/// written in the URL-safe alphabet of Base64, without padding.
package enum AddressSignature {
    /// Returns the signature of a path and query.
    package static func text(of target: String, key: SigningKey) -> String {
        Data(key.code(of: target.utf8)).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// Returns a path and query with their signature.
    package static func signing(_ target: String, key: SigningKey) -> String {
        target + (target.contains("?") ? "&" : "?") + "s=" + text(of: target, key: key)
    }

    /// Whether a path and query end with a signature by one of the keys.
    package static func isValid(_ target: String, keys: [SigningKey]) -> Bool {
        let bytes = Array(target.utf8)
        // The last "s=" that begins a parameter.
        let start = bytes.indices.dropLast(2).last { index in
            (bytes[index] == UInt8(ascii: "?") || bytes[index] == UInt8(ascii: "&"))
                && bytes[index + 1] == UInt8(ascii: "s") && bytes[index + 2] == UInt8(ascii: "=")
        }
        guard let start else { return false }
        let given = Array(bytes[(start + 3)...])
        var isValid = false
        // All keys are tried, so that the time doesn't say which one is right.
        for key in keys {
            let expected = Array(text(of: String(decoding: bytes[..<start], as: UTF8.self), key: key).utf8)
            if areEqual(given, expected) { isValid = true }
        }
        return isValid
    }

    /// Compares in a time that depends only on the lengths.
    static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for index in a.indices { difference |= a[index] ^ b[index] }
        return difference == 0
    }
}
