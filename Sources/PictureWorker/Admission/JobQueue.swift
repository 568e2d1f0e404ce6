import Foundation

/// The jobs that wait for a free slot, first come, first served. Thread-safe.
final class JobQueue: @unchecked Sendable {
    private let capacity: Int
    private let condition = NSCondition()
    private var jobs: [PendingJob] = []
    private var isClosed = false

    /// - Parameter capacity: The number of jobs from which on ``add(_:)`` waits.
    init(capacity: Int) { self.capacity = capacity }

    /// The number of waiting jobs.
    var count: Int { condition.withLock { jobs.count } }

    /// Adds a job. Waits while the queue is full, so that a client that sends too fast is slowed down.
    ///
    /// - Returns: False if the queue is closed and the job wasn't added.
    func add(_ job: PendingJob) -> Bool {
        condition.withLock {
            while jobs.count >= capacity, !isClosed { condition.wait() }
            guard !isClosed else { return false }
            jobs.append(job)
            condition.broadcast()
            return true
        }
    }

    /// Adds a job unless the queue is full or closed.
    ///
    /// - Returns: Whether it was added.
    func offer(_ job: PendingJob) -> Bool {
        condition.withLock {
            guard jobs.count < capacity, !isClosed else { return false }
            jobs.append(job)
            condition.broadcast()
            return true
        }
    }

    /// Removes and returns the first job. Waits while there is none.
    ///
    /// - Returns: Nil if the queue is closed and empty.
    func next() -> PendingJob? {
        condition.withLock {
            while jobs.isEmpty, !isClosed { condition.wait() }
            guard !jobs.isEmpty else { return nil }
            let job = jobs.removeFirst()
            condition.broadcast()
            return job
        }
    }

    /// Refuses further jobs. Those that wait are still taken by ``next()``.
    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    /// Refuses further jobs, and removes and returns those that wait.
    func drain() -> [PendingJob] {
        condition.withLock {
            isClosed = true
            condition.broadcast()
            defer { jobs = [] }
            return jobs
        }
    }
}
