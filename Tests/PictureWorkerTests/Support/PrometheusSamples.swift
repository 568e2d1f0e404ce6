import Foundation

/// Parses the text format of Prometheus, version 0.0.4, by its description at
/// prometheus.io/docs/instrumenting/exposition_formats.
struct PrometheusSamples {
    struct Problem: Error {
        let line: String
    }

    private(set) var values: [String: Double] = [:]
    private(set) var types: [String: String] = [:]

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Problem(line: "the end") }
        let sample = try NSRegularExpression(
            pattern:
                #"^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_][a-zA-Z0-9_]*="[^"\\\n]*"(,[a-zA-Z_][a-zA-Z0-9_]*="[^"\\\n]*")*\})? ([0-9.e+-]+|\+Inf)$"#
        )
        var helped: Set<String> = []
        for line in text.split(separator: "\n").map(String.init) {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            if line.hasPrefix("# HELP ") {
                guard words.count == 4, helped.insert(words[2]).inserted else { throw Problem(line: line) }
            } else if line.hasPrefix("# TYPE ") {
                guard words.count == 4, types[words[2]] == nil, helped.contains(words[2]),
                    ["counter", "gauge", "histogram"].contains(words[3])
                else { throw Problem(line: line) }
                types[words[2]] = words[3]
            } else {
                guard let match = sample.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)),
                    let name = Range(match.range(at: 1), in: line), let number = Range(match.range(at: 4), in: line),
                    let value = Double(line[number].replacingOccurrences(of: "+Inf", with: "inf"))
                else { throw Problem(line: line) }
                let key = String(line[..<number.lowerBound].dropLast())
                let family = ["_bucket", "_sum", "_count"].reduce(String(line[name])) { name, ending in
                    types[name] == nil && name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
                }
                guard types[family] != nil, values[key] == nil else { throw Problem(line: line) }
                values[key] = value
            }
        }
    }

    /// The counts of a histogram's buckets, in the order of their limits.
    func buckets(of name: String) -> [(limit: Double, count: Double)] {
        values.compactMap { key, value in
            let prefix = name + "_bucket{le=\""
            guard key.hasPrefix(prefix) else { return nil }
            let text = key.dropFirst(prefix.count).dropLast(2)
            return (text == "+Inf" ? .infinity : Double(text) ?? .nan, value)
        }.sorted { $0.limit < $1.limit }
    }
}
