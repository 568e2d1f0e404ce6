import Foundation

/// Waiting for work of streams. All of it needs the context.
extension OpenCUDADevice {
    /// Waits until an event is reached. Returns false if that takes longer than the limit.
    ///
    /// - Parameter whileWaiting: Called again and again, at least once a millisecond.
    func wait(for event: CUDAEvent, limit: Duration, whileWaiting: () throws -> Void = {}) throws -> Bool {
        let end = ContinuousClock.now + limit
        var pause: UInt32 = 5
        while !(try driver.isReached(event)) {
            try whileWaiting()
            guard ContinuousClock.now < end else { return false }
            usleep(pause)
            pause = min(2 * pause, 1000)
        }
        return true
    }

    /// Waits until the work is done that a stream has now. Nil stands for the legacy default stream. Returns false if
    /// that takes longer than the limit.
    ///
    /// - Throws: The errors of `whileWaiting`, or `CUDAError`, also of the stream's work.
    func wait(for stream: CUDAStream?, limit: Duration, whileWaiting: () throws -> Void = {}) throws -> Bool {
        let event = try driver.createEvent()
        // An event may be destroyed before it is reached.
        defer { try? driver.destroy(event) }
        try driver.record(event, on: stream)
        return try wait(for: event, limit: limit, whileWaiting: whileWaiting)
    }

    /// Calls `body`. After an error the stream's work has ended, or the device is lost: work that it still has may
    /// access the process's memory, and memory of the device that others get next.
    func finishing(_ stream: CUDAStream, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            if let error = error as? CUDAError, error.isPermanent {
                lose(error)
            } else {
                do { try driver.synchronize(stream) } catch { lose(error) }
            }
            throw error
        }
    }
}
