import ImageGraph
import Pixels
import Synchronization

/// A cache of what recipes share that have one shape and were rendered recently. It keeps no pixels alive. Thread-safe.
final class RecipeShapeCache<Value: Sendable>: Sendable {
    /// Identifies renderings that differ only in the pixels of their sources and in their destination.
    struct Key: Hashable {
        let shape: RecipeShape
        let region: PixelRect
        let format: PixelFormat
    }

    // Safe because keys and values don't change.
    private struct Entry: @unchecked Sendable {
        let key: Key
        let value: Value
    }

    // Generic types can't have stored static properties.
    private let capacity = 8
    private let entries = Mutex<[Entry]>([])

    /// Returns the value cached for `key`.
    func value(for key: Key) -> Value? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.value
        }
    }

    /// Adds a value, and evicts the least recently used one if the cache is full.
    func insert(_ value: Value, for key: Key) {
        let entry = Entry(key: key, value: value)
        entries.withLock { entries in
            entries.removeAll { $0.key == key }
            entries.append(entry)
            if entries.count > capacity { entries.removeFirst() }
        }
    }

    /// Removes all values.
    func clear() { entries.withLock { $0 = [] } }

    /// Number of cached values; for tests.
    var count: Int { entries.withLock { $0.count } }
}
