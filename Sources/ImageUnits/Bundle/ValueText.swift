/// How colours, vectors and numbers are written as text in a property list.
enum ValueText {
    /// Components that a vector may have.
    static let componentLimit = 1024

    /// A finite decimal number, spaces around it allowed.
    static func number(_ text: String) -> Double? {
        let trimmed = text.trimmingPrefix(while: \.isWhitespace)
        guard let first = trimmed.first, first.isNumber || "+-.".contains(first) else { return nil }
        // `Double` also reads hexadecimal, infinities and names of not-a-number, none of which people write here.
        let body = trimmed.split(whereSeparator: \.isWhitespace)
        guard body.count == 1, body[0].allSatisfy({ "0123456789+-.eE".contains($0) }), let value = Double(body[0]),
            value.isFinite
        else { return nil }
        return value
    }

    /// A colour as `red green blue` or `red green blue alpha`: sRGB components, not premultiplied, 0…1 (outside for extended colours).
    static func color(_ text: String) -> [Double]? {
        guard let parts = components(text), parts.count == 3 || parts.count == 4 else { return nil }
        return parts.count == 3 ? parts + [1] : parts
    }

    /// A vector as `[x y z w]`, of any length from one.
    static func vector(_ text: String) -> [Double]? {
        guard let parts = components(text), !parts.isEmpty else { return nil }
        return parts
    }

    /// Numbers between spaces or commas, in brackets or without.
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
