/// Where a job's picture is: a file, or bytes of a file in a descriptor that was sent with the line.
package enum PictureAddress: Codable, Hashable, Sendable {
    /// The path of a file. Relative paths start at the worker's folder.
    case file(String)
    /// The index of a descriptor among those of the line, from 0.
    case memory(Int)

    private enum Key: String, CodingKey, CaseIterable { case memory }

    package init(from decoder: any Decoder) throws {
        if let path = try? decoder.singleValueContainer().decode(String.self) {
            self = .file(try RequestField.path(path, decoder.codingPath))
            return
        }
        let fields = try RequestField.container(of: decoder, Key.self, "a path, or {\"memory\": INDEX}")
        let index = try fields.decode(Int.self, forKey: .memory)
        try RequestField.check((0..<8).contains(index), "an index from 0 to 7", decoder.codingPath + [Key.memory])
        self = .memory(index)
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .file(let path):
            var container = encoder.singleValueContainer()
            try container.encode(path)
        case .memory(let index):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(index, forKey: .memory)
        }
    }
}
