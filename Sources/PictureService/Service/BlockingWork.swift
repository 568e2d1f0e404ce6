import Dispatch

/// Runs work that blocks its thread outside of the threads that all tasks share.
enum BlockingWork {
    private static let queue = DispatchQueue(label: "picture service", attributes: .concurrent)

    /// Runs a closure, and returns its result.
    static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(Failure) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}
