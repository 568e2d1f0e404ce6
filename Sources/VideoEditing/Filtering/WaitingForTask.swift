import Dispatch
import Synchronization

/// Runs asynchronous work for a caller that isn't asynchronous.
enum WaitingForTask {
    private final class Outcome<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    /// Runs work in a task, and waits for it. It must not be called by work of the same kind, as that would occupy a
    /// thread that the task could need.
    static func result<Value: Sendable>(of work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let (outcome, isDone) = (Outcome<Value>(), DispatchSemaphore(value: 0))
        Task {
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            outcome.result.withLock { $0 = result }
            isDone.signal()
        }
        isDone.wait()
        guard let result = outcome.result.withLock({ $0 }) else { preconditionFailure("The task has a result.") }
        return try result.get()
    }
}
