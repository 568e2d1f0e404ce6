extension Decoder {
    /// Throws an error for an unknown key. Otherwise a misspelt key would be ignored silently.
    func refuseUnknownKeys(_ known: [String]) throws {
        let all = try container(keyedBy: AnyKey.self).allKeys
        guard let unknown = all.first(where: { !known.contains($0.stringValue) }) else { return }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: codingPath + [unknown],
                debugDescription: "there is no such key; there are \(known.joined(separator: ", "))"))
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
