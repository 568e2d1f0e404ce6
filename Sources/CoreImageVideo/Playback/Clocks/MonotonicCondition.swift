import Glibc

/// A lock and a condition whose deadlines are times of the monotonic clock. Those of `NSCondition` are dates, which
/// jump when the system's date is set.
final class MonotonicCondition: @unchecked Sendable {
    // The system's types must stay at their address.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Calls `body` with the lock.
    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Releases the lock until the condition is signalled. For use inside `withLock`.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// Releases the lock until the condition is signalled or a time is reached. For use inside `withLock`.
    ///
    /// - Parameter time: A time of the monotonic clock, in nanoseconds.
    func wait(until time: Int64) {
        let time = max(0, time)
        var deadline = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        pthread_cond_timedwait(condition, mutex, &deadline)
    }

    /// Wakes all threads that wait.
    func broadcast() { pthread_cond_broadcast(condition) }
}
