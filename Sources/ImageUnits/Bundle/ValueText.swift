/// The text format of colours, vectors and numbers in a property list.
enum ValueText {
    /// Maximum number of components of a vector.
    static let componentLimit = 1024

    /// Parses a finite decimal number. White space around it is allowed.
    static func number(_ text: String) -> Double? {
        let trimmed = text.trimmingPrefix(while: \.isWhitespace)
        guard let first = trimmed.first, first.isNumber || "+-.".contains(first) else { return nil }
        // `Double` also parses hexadecimal numbers, infinities and NaN, which are not valid here.
        let body = trimmed.split(whereSeparator: \.isWhitespace)
        guard body.count == 1, body[0].allSatisfy({ "0123456789+-.eE".contains($0) }), let value = Double(body[0]),
            value.isFinite
        else { return nil }
        return value
    }

    /// Parses a colour, `red green blue` or `red green blue alpha`: sRGB components, not premultiplied, 0…1 (outside
    /// for extended colours). Alpha is 1 if left out.
    static func color(_ text: String) -> [Double]? {
        guard let parts = components(text), parts.count == 3 || parts.count == 4 else { return nil }
        return parts.count == 3 ? parts + [1] : parts
    }

    /// Parses a vector, `[x y z w]`, of one or more components.
    static func vector(_ text: String) -> [Double]? {
        guard let parts = components(text), !parts.isEmpty else { return nil }
        return parts
    }

    /// Parses numbers separated by white space or commas, with or without brackets.
    private static func components(_ text: String) -> [Double]? {
        var body = Substring(text).trimmingPrefix(while: \.isWhitespace)
        while body.last?.isWhitespace == true { body.removeLast() }
        if body.first == "[" || body.last == "]" {
            guard body.first == "[", body.last == "]", body.count >= 2 else { return nil }
            body = body.dropFirst().dropLast()
        }
        let words = body.split { $0.isWhitespace || $0 == "," }
        guard words.count <= componentLimit else { return nil }
        var numbers: [Double] = []
        for word in words {
            guard let value = number(String(word)) else { return nil }
            numbers.append(value)
        }
        return numbers
    }
}
