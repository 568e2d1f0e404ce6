import Pixels
import Synchronization

/// A cache of stored intermediates. A recipe that shares a part with an earlier one starts from that part's pixels.
///
/// Most intermediates are never needed again, so one is kept only when a second rendering computes it, or at once if
/// the recipe requests it. The least recently used ones are evicted first. Thread-safe.
final class IntermediateCache: Sendable {
    /// Identifies a computation and the format of its result.
    struct Key: Hashable, Sendable {
        fileprivate let identity: Int
        fileprivate let format: PixelFormat
    }

    fileprivate struct State: @unchecked Sendable {
        // IDs are never reused, so clearing this table invalidates old keys.
        var numbers: [StepIdentity: Int] = [:]
        var nextNumber = 0
        var seen: Set<Key> = []
        var entries: [(key: Key, pixels: HeldPixels)] = []
        var byteCount = 0
    }

    private static let maximumIdentities = 4096

    private let byteLimit: Int
    private let state = Mutex(State())

    /// Creates a cache of at most `byteLimit` bytes of pixels.
    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// Size of the cached pixels in bytes.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// Returns keys for the steps whose results are stored. Steps without a comparable identity have none.
    func keys(for recipe: PreparedRecipe) -> [Int: Key] {
        let stored = recipe.passes.dropLast()
        if stored.isEmpty { return [:] }
        return state.withLock { state in
            if state.numbers.count > Self.maximumIdentities { state.numbers = [:] }
            var numbers = [Int?](repeating: nil, count: recipe.steps.count)
            for (index, step) in recipe.steps.enumerated() {
                let inputs = step.inputs.compactMap { numbers[$0] }
                guard inputs.count == step.inputs.count, let identity = StepIdentity(step, inputs: inputs) else {
                    continue
                }
                if let known = state.numbers[identity] {
                    numbers[index] = known
                } else {
                    numbers[index] = state.nextNumber
                    state.numbers[identity] = state.nextNumber
                    state.nextNumber += 1
                }
            }
            var keys: [Int: Key] = [:]
            for pass in stored {
                if let number = numbers[pass.root] { keys[pass.root] = Key(identity: number, format: pass.format) }
            }
            return keys
        }
    }

    /// Returns cached pixels that contain at least `region`; nil if there are none.
    ///
    /// - Parameter onDevice: Whether pixels may be on a device only.
    func pixels(for key: Key, covering region: PixelRect, onDevice: Bool) -> HeldPixels? {
        state.withLock { state in
            guard
                let index = state.entries.firstIndex(where: {
                    $0.key == key && $0.pixels.bounds.contains(region) && (onDevice || $0.pixels.view != nil)
                })
            else { return nil }
            let entry = state.entries.remove(at: index)
            state.entries.append(entry)
            return entry.pixels
        }
    }

    /// Adds pixels that don't change any more, if they are likely to be needed again.
    ///
    /// - Parameter isWanted: Whether to keep the pixels at once, rather than when they are inserted for the second
    ///   time.
    func insert(_ pixels: HeldPixels, for key: Key, isWanted: Bool) {
        let bytes = pixels.byteCount
        guard bytes <= byteLimit else { return }
        // Evicted pixels are released outside of the lock, because their memory returns to its pool then.
        let dropped = state.withLock { state -> State in
            var dropped = State()
            if state.seen.count > Self.maximumIdentities { state.seen = [] }
            guard isWanted || !state.seen.insert(key).inserted else { return dropped }
            for index in state.entries.indices.reversed()
            where state.entries[index].key == key && pixels.bounds.contains(state.entries[index].pixels.bounds) {
                dropped.entries.append(state.removeEntry(at: index))
            }
            state.entries.append((key, pixels))
            state.byteCount += bytes
            while state.byteCount > byteLimit { dropped.entries.append(state.removeEntry(at: 0)) }
            return dropped
        }
        _ = dropped
    }

    /// Removes the entries whose pixels are only on a device. Returns whether there were any.
    @discardableResult
    func removeDeviceEntries() -> Bool {
        let dropped = state.withLock { state -> State in
            var dropped = State()
            for index in state.entries.indices.reversed() where state.entries[index].pixels.view == nil {
                dropped.entries.append(state.removeEntry(at: index))
            }
            return dropped
        }
        return !dropped.entries.isEmpty
    }

    /// Removes all entries.
    func clear() {
        let dropped = state.withLock { state in
            defer { (state.entries, state.byteCount, state.seen, state.numbers) = ([], 0, [], [:]) }
            return State(entries: state.entries)
        }
        _ = dropped
    }
}

extension IntermediateCache.State {
    fileprivate mutating func removeEntry(at index: Int) -> (key: IntermediateCache.Key, pixels: HeldPixels) {
        let entry = entries.remove(at: index)
        byteCount -= entry.pixels.byteCount
        return entry
    }
}
