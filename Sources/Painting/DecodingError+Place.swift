extension DecodingError {
    /// The position in the file, and the problem there.
    var place: String {
        let (path, text): ([any CodingKey], String) =
            switch self {
            case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
            case .keyNotFound(let key, let context): (context.codingPath + [key], "the key is missing")
            case .typeMismatch(_, let context), .valueNotFound(_, let context):
                (context.codingPath, context.debugDescription)
            @unknown default: ([], "\(self)")
            }
        let place = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        return place.isEmpty ? text : "\(place.hasPrefix(".") ? String(place.dropFirst()) : place): \(text)"
    }
}
