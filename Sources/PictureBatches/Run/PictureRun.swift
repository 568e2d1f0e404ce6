import Foundation
import Synchronization

/// Processes a list of pictures, several at a time.
package struct PictureRun {
    /// The number of pictures processed at a time, at least 1.
    private let jobs: Int

    package init(jobs: Int) { self.jobs = jobs }

    /// Processes all entries, until `isInterrupted` returns true or `finished` throws an error. Then the entries in
    /// progress are completed, and no others are started.
    ///
    /// - Parameters:
    ///   - finished: Called with each result and the completed fraction, 0 to 1. Calls happen on any thread, one at a
    ///     time.
    ///   - work: Returns the result for an entry. Called on several threads concurrently, each with a different
    ///     `worker` below `jobs`.
    /// - Returns: The results in the order of the entries, without those that weren't started.
    /// - Throws: The first error thrown by `finished`.
    package func results<Result: Sendable, Failure: Error>(
        of entries: [PictureList.Entry], isInterrupted: @Sendable () -> Bool,
        finished: @Sendable (Result, Double) throws(Failure) -> Void,
        work: @Sendable (_ worker: Int, PictureList.Entry) -> Result
    ) throws(Failure) -> [Result] {
        let next = Atomic(0)
        let isStopped = Atomic(false)
        let results = Mutex<[Int: Result]>([:])
        let failure = Mutex<Failure?>(nil)
        DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, entries.count))) { worker in
            while !isInterrupted(), !isStopped.load(ordering: .relaxed) {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < entries.count else { return }
                let result = work(worker, entries[index])
                results.withLock { results in
                    results[index] = result
                    guard !isStopped.load(ordering: .relaxed) else { return }
                    do throws(Failure) {
                        try finished(result, Double(results.count) / Double(entries.count))
                    } catch {
                        failure.withLock { $0 = error }
                        isStopped.store(true, ordering: .relaxed)
                    }
                }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return results.withLock { results in entries.indices.compactMap { results[$0] } }
    }
}
