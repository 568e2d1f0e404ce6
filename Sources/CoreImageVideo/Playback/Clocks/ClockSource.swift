/// What a clock reads and waits for.
package protocol ClockSource: Sendable {
    /// The time in nanoseconds since an arbitrary moment. It never decreases.
    var now: Int64 { get }

    /// Returns a timer that calls `handler` when it is due.
    func makeTimer(_ handler: @escaping @Sendable () -> Void) -> any ClockTimer
}

/// Calls a handler at a time of a clock. The calls don't overlap. Thread-safe.
package protocol ClockTimer: AnyObject, Sendable {
    /// Sets the time of the next call in place of an earlier one. A time in the past is due at once.
    ///
    /// - Parameter time: The time of the clock, in nanoseconds.
    func schedule(at time: Int64)

    /// Withdraws the next call. When the function returns, no call is running, unless it was made by one.
    func cancel()

    /// Ends the timer and its thread. When the function returns, no call is running, unless it was made by one. Each
    /// timer must be ended. Don't hold a lock meanwhile that the handler takes.
    func invalidate()
}
