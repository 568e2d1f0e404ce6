import Foundation
import Synchronization

/// Works through a list of pictures, several at a time.
struct PictureRun {
    /// How many pictures at a time, at least 1.
    let jobs: Int

    /// Makes results until all are made, `isInterrupted`, or `finished` has thrown; then those that are begun are
    /// finished.
    ///
    /// - Parameters:
    ///   - finished: Called with each result when it is made and with the part that is done, 0 to 1; on any thread, one
    ///     call at a time.
    ///   - work: The result for an entry; called on several threads at a time, with different numbers below `jobs`.
    /// - Returns: The results, in the entries' order, without those that were not begun.
    /// - Throws: What `finished` threw first.
    func results<Result: Sendable, Failure: Error>(
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
