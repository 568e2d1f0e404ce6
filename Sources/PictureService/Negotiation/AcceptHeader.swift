/// What a client accepts: the field `Accept`, by RFC 9110, section 12.5.1.
package struct AcceptHeader: Hashable, Sendable {
    /// A media range with its weight.
    private struct Range: Hashable, Sendable {
        let type: Substring
        let subtype: Substring
        /// From 0 to 1000.
        let weight: Int

        var specificity: Int { type == "*" ? 0 : subtype == "*" ? 1 : 2 }

        func matches(_ format: ResultFormat) -> Bool {
            (type == "*" || type == "image") && (subtype == "*" || subtype == format.rawValue)
        }
    }

    /// Empty if the client accepts everything.
    private let ranges: [Range]

    /// Reads the field's values. Parts that don't follow the grammar are ignored. Without a field, everything is
    /// accepted.
    package init(_ values: [String]) {
        let parts = values.flatMap { $0.lowercased().split(separator: ",") }.prefix(64)
        ranges = parts.compactMap(Self.range)
    }

    private static func range(_ text: Substring) -> Range? {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty, names[0] != "*" || names[1] == "*" else {
            return nil
        }
        // Parameters before the weight belong to a more special type than the formats here have.
        var weight = 1000
        for part in parts.dropFirst() where part.hasPrefix("q=") {
            guard let given = Self.weight(part.dropFirst(2)) else { return nil }
            weight = given
        }
        return Range(type: names[0], subtype: names[1], weight: weight)
    }

    private static func weight(_ text: Substring) -> Int? {
        let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e } && text.utf8.count <= 5
        guard isNumber, let value = Double(text), (0...1).contains(value) else { return nil }
        return Int((value * 1000).rounded())
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let start = text.drop(while: blank)
        return start[..<(start.lastIndex { !blank($0) }.map { start.index(after: $0) } ?? start.startIndex)]
    }

    /// Returns the weight of a format, from 0 (not accepted) to 1000, and whether the client names it.
    package func weight(of format: ResultFormat) -> (weight: Int, isNamed: Bool) {
        guard !ranges.isEmpty else { return (1000, false) }
        // The most special range decides, even if a more general one has a larger weight.
        let best = ranges.filter { $0.matches(format) }.max { $0.specificity < $1.specificity }
        return best.map { ($0.weight, $0.specificity == 2) } ?? (0, false)
    }

    /// Returns the format for the client: of those with the largest weight, the first one.
    ///
    /// A format that not all clients read is only chosen if the client names it, unless there is no other one.
    ///
    /// - Parameters:
    ///   - formats: The formats in the service's order.
    ///   - prefersAlpha: Whether a format with alpha is better for clients that accept all formats equally.
    /// - Returns: Nil if the client accepts none of them.
    package func best(of formats: [ResultFormat], prefersAlpha: Bool) -> ResultFormat? {
        let usable = formats.map { ($0, weight(of: $0)) }.filter { $0.1.weight > 0 }
        let safe = usable.filter { $0.1.isNamed || $0.0.isUniversal }
        let candidates = safe.isEmpty ? usable : safe
        guard let most = candidates.map(\.1.weight).max() else { return nil }
        let best = candidates.filter { $0.1.weight == most }
        if let named = best.first(where: { $0.1.isNamed }) { return named.0 }
        return (best.first { $0.0 == (prefersAlpha ? .png : .jpeg) } ?? best.first)?.0
    }
}
