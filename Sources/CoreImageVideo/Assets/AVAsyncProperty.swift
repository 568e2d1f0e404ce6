import Synchronization

/// A property of an asset or a track that `load(_:)` loads. See ``AVAsyncProperty``.
open class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    init() {}
}

/// A property of an asset or a track, with the type of its value: an argument of `load(_:)`.
open class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    let value: @Sendable (Root) throws -> Value

    init(_ value: @escaping @Sendable (Root) throws -> Value) { self.value = value }
}

/// What has properties that are loaded without blocking a thread: assets and tracks.
public protocol AVAsynchronousKeyValueLoading: Sendable {}

extension AVAsynchronousKeyValueLoading {
    /// Loads a property.
    ///
    /// - Throws: `AVError` if the file can't be read.
    public func load<Value: Sendable>(_ property: AVAsyncProperty<Self, Value>) async throws -> Value {
        try await BlockingCalls.shared.run { try property.value(self) }
    }

    /// Loads two properties.
    ///
    /// - Throws: `AVError` if the file can't be read.
    public func load<A: Sendable, B: Sendable>(
        _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>
    ) async throws -> (A, B) {
        (try await load(a), try await load(b))
    }

    /// Loads three properties.
    ///
    /// - Throws: `AVError` if the file can't be read.
    public func load<A: Sendable, B: Sendable, C: Sendable>(
        _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        (try await load(a), try await load(b), try await load(c))
    }

    /// Loads four properties.
    ///
    /// - Throws: `AVError` if the file can't be read.
    public func load<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
        _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>,
        _ d: AVAsyncProperty<Self, D>
    ) async throws -> (A, B, C, D) {
        (try await load(a), try await load(b), try await load(c), try await load(d))
    }
}

extension BlockingCalls {
    /// Threads that open files for their descriptions.
    private static let descriptions = (0..<16).map { BlockingCalls("descriptions.\($0)") }
    private static let next = Atomic(0)

    /// One of a few threads that open files for their descriptions, in turn, so that one slow file doesn't delay all
    /// others.
    static var shared: BlockingCalls {
        let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
        return descriptions[Int(UInt(bitPattern: turn) % UInt(descriptions.count))]
    }
}
