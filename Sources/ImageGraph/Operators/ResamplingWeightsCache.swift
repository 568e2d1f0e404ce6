import Synchronization

/// Weights of resamplings that were built recently, as for thumbnails of pictures of one size. Computing them takes
/// longer than a small picture. Thread-safe.
enum ResamplingWeightsCache {
    private struct Key: Hashable {
        let kind: ResamplingFilter.Kind
        let scale, offset: Double
        let line: Range<Int>?
    }

    private static let capacity = 16
    /// The most weights of an entry.
    private static let mostWeights = 1 << 17
    // The last one was used last.
    private static let entries = Mutex<[(key: Key, weights: ResamplingWeights)]>([])

    /// Returns the weights for the output pixels `line`.
    static func weights(_ resampling: LineResampling, line: Range<Int>?) -> ResamplingWeights {
        let key = Key(
            kind: resampling.filter.kind, scale: resampling.scale, offset: resampling.offset, line: line)
        let known = entries.withLock { entries -> ResamplingWeights? in
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.weights
        }
        if let known { return known }
        let made = ResamplingWeights(resampling, line: line)
        guard made.sets.reduce(0, { $0 + $1.weights.count }) <= mostWeights else { return made }
        entries.withLock { entries in
            entries.append((key, made))
            if entries.count > capacity { entries.removeFirst() }
        }
        return made
    }
}
