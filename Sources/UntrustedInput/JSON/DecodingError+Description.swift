extension DecodingError {
    /// The names of fields and the indices of lists that lead to the wrong value, with dots between them. Empty for the
    /// whole text.
    package var field: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            Self.field(context.codingPath)
        @unknown default: ""
        }
    }

    /// What is wrong with the value, or the field that is missing.
    package var reason: String {
        switch self {
        case .typeMismatch(let type, _), .valueNotFound(let type, _): "\(Self.name(of: type)) is expected"
        case .keyNotFound(let key, _): "the field \"\(key.stringValue)\" is missing"
        case .dataCorrupted(let context):
            // Foundation says the same of numbers that don't fit, without a place. Swift's text names a type of the
            // program.
            if context.underlyingError != nil || context.debugDescription.contains("not valid JSON") {
                "this isn't JSON, or a number in it is too large or has a fraction where none may be"
            } else if context.debugDescription.hasPrefix("Cannot initialize ") {
                "this value isn't known"
            } else {
                context.debugDescription
            }
        @unknown default: "it can't be read"
        }
    }

    /// The field and what is wrong with it, as one line.
    package var problem: String { field.isEmpty ? reason : "\(printable(field)): \(reason)" }

    private static func field(_ path: [any CodingKey]) -> String {
        path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
        }
    }
}
