import UntrustedInput

/// Checks of the fields of a request. Their errors name the field.
package enum RequestField {
    /// A key of any name.
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    /// Returns the fields of an object that has only the keys of a type.
    ///
    /// - Parameter expected: What is expected instead of another value.
    package static func container<Key: CodingKey & CaseIterable & RawRepresentable>(
        of decoder: any Decoder, _ type: Key.Type, _ expected: String
    ) throws -> KeyedDecodingContainer<Key> where Key.RawValue == String {
        guard let keys = try? decoder.container(keyedBy: AnyKey.self).allKeys else {
            throw problem("\(expected) is expected", decoder.codingPath)
        }
        let known = Key.allCases.map(\.rawValue)
        if let other = keys.map(\.stringValue).sorted().first(where: { !known.contains($0) }) {
            let form = expected.hasSuffix(",") ? String(expected.dropLast()) : expected
            let remedy = NearestName.of(other, among: known).map { "did you mean \($0)?" } ?? "expected is \(form)"
            throw problem("there is no field \"\(printable(other))\"; \(remedy)", decoder.codingPath)
        }
        return try decoder.container(keyedBy: type)
    }

    /// Throws unless a condition holds.
    package static func check(_ isMet: Bool, _ expected: String, _ path: [any CodingKey]) throws {
        if !isMet { throw problem("\(expected) is expected", path) }
    }

    /// Returns a path that can name a file.
    ///
    /// - Throws: `DecodingError` for an empty text, one with a zero byte, or one that is too long.
    package static func path(_ text: String, _ path: [any CodingKey]) throws -> String {
        try check(!text.isEmpty && !text.contains("\0") && text.utf8.count < 4096, "the path of a file", path)
        return text
    }

    /// Returns the error for the value at a coding path.
    package static func problem(_ text: String, _ path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(.init(codingPath: path, debugDescription: text))
    }
}
