/// Where a job's result goes: to a file, or to shared memory that is sent with the answer.
package enum ResultAddress: Codable, Hashable, Sendable {
    /// The path of a file, whose extension says the format.
    case file(String)
    /// The bytes of a file of the format with this extension, in memory.
    case memory(format: String)

    private enum Key: String, CodingKey, CaseIterable { case memory }

    package init(from decoder: any Decoder) throws {
        if let path = try? decoder.singleValueContainer().decode(String.self) {
            self = .file(try RequestField.path(path, decoder.codingPath))
            return
        }
        let fields = try RequestField.container(of: decoder, Key.self, "a path, or {\"memory\": FORMAT}")
        self = .memory(format: try fields.decode(String.self, forKey: .memory))
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .file(let path):
            var container = encoder.singleValueContainer()
            try container.encode(path)
        case .memory(let format):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(format, forKey: .memory)
        }
    }
}
