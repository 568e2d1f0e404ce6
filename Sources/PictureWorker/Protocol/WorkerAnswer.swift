import Foundation

/// A line to a client.
package enum WorkerAnswer: Encodable, Sendable {
    /// The times and the memory of a job.
    package struct Cost: Codable, Hashable, Sendable {
        /// The time of the work, in milliseconds.
        package var work = 0.0
        /// The time between reading the line and the beginning of the work, in milliseconds.
        package var wait = 0.0
        /// The highest resident memory of the process that did the work, in bytes, while it did.
        package var peak = 0
    }

    case done(id: String, JobResult, Cost)
    /// A job that failed, or a line that is no request.
    case failed(id: String?, JobFailure, Cost)
    case health(WorkerHealth)
    case metrics(String)

    /// Whether a job succeeded.
    var isDone: Bool { if case .done = self { true } else { false } }

    private enum Key: String, CodingKey {
        case id, ok, error, ms, bytes, width, height, key, reused, peak, health, metrics
        case waited = "waited_ms"
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .done(let id, let result, let cost):
            try fields.encode(id, forKey: .id)
            try fields.encode(true, forKey: .ok)
            try fields.encode(result.bytes, forKey: .bytes)
            try fields.encodeIfPresent(result.width, forKey: .width)
            try fields.encodeIfPresent(result.height, forKey: .height)
            try fields.encodeIfPresent(result.key, forKey: .key)
            if result.key != nil { try fields.encode(result.reused, forKey: .reused) }
            try encode(cost, to: &fields)
        case .failed(let id, let failure, let cost):
            // A null says that the line has no identifier.
            try fields.encode(id, forKey: .id)
            try fields.encode(false, forKey: .ok)
            try fields.encode(failure, forKey: .error)
            try encode(cost, to: &fields)
        case .health(let health): try fields.encode(health, forKey: .health)
        case .metrics(let text): try fields.encode(text, forKey: .metrics)
        }
    }

    private func encode(_ cost: Cost, to fields: inout KeyedEncodingContainer<Key>) throws {
        try fields.encode(Self.rounded(cost.work), forKey: .ms)
        try fields.encode(Self.rounded(cost.wait), forKey: .waited)
        try fields.encode(cost.peak, forKey: .peak)
    }

    private static func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1000).rounded() / 1000 }

    /// The answer as JSON on one line, without a line break.
    package var line: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // All numbers are finite, and all texts valid, so that encoding doesn't fail.
        return (try? encoder.encode(self)) ?? Data()
    }
}
