import Foundation

/// A thread for calls that wait for other processes, so that they don't occupy the threads of Swift's concurrency.
struct BlockingCalls: Sendable {
    private let queue: DispatchQueue

    init(_ name: String) { queue = DispatchQueue(label: "CoreImage.video.\(name)", qos: .userInitiated) }

    /// Runs a call after those before it, and waits for its result.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
