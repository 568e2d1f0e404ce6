import Pixels
import Synchronization

/// A bounded cache in which each value is made once. Threads that request the same value at the same time wait for it.
///
/// The least recently used value is evicted first. A failure is cached like a value, so that it isn't repeated. The
/// exception is the failure of a rendering that was stopped.
final class OnceCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Entry: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    private struct State {
        var entries: [Key: (entry: Entry, lastUse: Int)] = [:]
        var clock = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = max(1, capacity) }

    /// Number of cached values.
    var count: Int { state.withLock { $0.entries.count } }

    /// Returns the value of a key, and makes it if it isn't cached. `make` must not request the same key.
    func value(for key: Key, make: () throws -> Value) throws -> Value {
        try entry(for: key).result.withLock { result in
            if let result { return try result.get() }
            let made = Result { try make() }
            if case .failure(is WorkMeter.Stopped) = made { return try made.get() }
            result = made
            return try made.get()
        }
    }

    /// Returns the value of a key, or nil if it hasn't been made or has failed. Never waits for another thread's
    /// `make`.
    func finished(_ key: Key) -> Value? {
        let entry = state.withLock { state in
            state.clock += 1
            state.entries[key]?.lastUse = state.clock
            return state.entries[key]?.entry
        }
        return entry?.result.withLockIfAvailable { try? $0?.get() } ?? nil
    }

    /// Returns the value of a key, or that which `find` returns. Unlike a value that is made, nil isn't remembered. Nil
    /// without a search if another thread is making the value.
    func foundValue(for key: Key, find: () -> Value?) -> Value? {
        let found = entry(for: key).result.withLockIfAvailable { result -> Value? in
            if let result { return try? result.get() }
            let found = find()
            result = found.map { .success($0) }
            return found
        }
        return found ?? nil
    }

    /// Removes all values. Values in use stay valid.
    func removeAll() { state.withLock { $0.entries.removeAll() } }

    private func entry(for key: Key) -> Entry {
        state.withLock { state in
            state.clock += 1
            if let known = state.entries[key] {
                state.entries[key]?.lastUse = state.clock
                return known.entry
            }
            if state.entries.count >= capacity,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.entries[oldest.key] = nil
            }
            let entry = Entry()
            state.entries[key] = (entry, state.clock)
            return entry
        }
    }
}
