/// Writes metrics in the text format of Prometheus, version 0.0.4.
package struct PrometheusText {
    /// The types of metrics.
    package enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    private let prefix: String
    /// The text so far. Each line ends with a line break.
    package private(set) var text = ""

    /// - Parameter prefix: The start of all names.
    package init(prefix: String) { self.prefix = prefix }

    /// Adds a metric with one value.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        add(name, kind, help, [([:], Double(value))])
    }

    /// Adds a metric with a value for each set of labels.
    package mutating func add(
        _ name: String, _ kind: Kind, _ help: String, _ values: [(labels: [String: String], Double)]
    ) {
        head(name, kind, help)
        for (labels, value) in values { line(name, labels, value) }
    }

    /// Adds a histogram.
    package mutating func add(_ name: String, _ help: String, _ histogram: Histogram) {
        add(name, help, [([:], histogram)])
    }

    /// Adds a histogram for each set of labels.
    package mutating func add(_ name: String, _ help: String, _ histograms: [(labels: [String: String], Histogram)]) {
        head(name, .histogram, help)
        for (labels, histogram) in histograms {
            for (limit, count) in histogram.cumulative {
                line(name + "_bucket", labels.merging(["le": Self.number(limit)]) { $1 }, Double(count))
            }
            line(name + "_sum", labels, histogram.sum)
            line(name + "_count", labels, Double(histogram.count))
        }
    }

    private mutating func head(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(prefix)\(name) \(help)\n# TYPE \(prefix)\(name) \(kind.rawValue)\n"
    }

    private mutating func line(_ name: String, _ labels: [String: String], _ value: Double) {
        let list = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: ",")
        text += "\(prefix)\(name)\(list.isEmpty ? "" : "{\(list)}") \(Self.number(value))\n"
    }

    private static func number(_ value: Double) -> String {
        if value == .infinity { return "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }
}
