import Synchronization

/// What a worker has done. Thread-safe.
final class WorkerMetrics: Sendable {
    struct Counts: Sendable {
        var working = 0
        var done = 0
        var reused = 0
        var failures: [JobFailure.Kind: Int] = [:]
        /// The bytes of results.
        var bytes = 0
        var work = Histogram()
        var wait = Histogram()

        var failed: Int { failures.values.reduce(0, +) }
    }

    private let start = ContinuousClock.now
    private let state = Mutex(Counts())

    var counts: Counts { state.withLock { $0 } }

    /// The time since this object was created.
    var uptime: Duration { ContinuousClock.now - start }

    /// Counts a line that is no job, or a job that isn't begun.
    func count(failure: JobFailure.Kind) { state.withLock { $0.failures[failure, default: 0] += 1 } }

    /// Counts the beginning of a job.
    func begin(after wait: Duration) {
        state.withLock {
            $0.working += 1
            $0.wait.add(wait / .seconds(1))
        }
    }

    /// Counts the end of a job.
    func end(_ result: Result<JobResult, JobFailure>, after work: Duration) {
        state.withLock {
            $0.working -= 1
            $0.work.add(work / .seconds(1))
            switch result {
            case .success(let result):
                $0.done += 1
                $0.reused += result.reused ? 1 : 0
                $0.bytes += result.bytes
            case .failure(let failure): $0.failures[failure.kind, default: 0] += 1
            }
        }
    }
}
