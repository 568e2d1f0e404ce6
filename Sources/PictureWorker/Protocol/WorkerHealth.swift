/// How a worker is. It is the first line of a connection, and the answer to `{"request": "health"}`.
package struct WorkerHealth: Codable, Hashable, Sendable {
    package enum State: String, Codable, Sendable {
        /// The worker takes jobs.
        case ready
        /// The worker finishes the jobs that it has begun, and ends.
        case draining
    }

    package var state: State
    /// The version of the protocol.
    package var version: Int
    /// The number of jobs that are done at a time.
    package var slots: Int
    /// The number of jobs in work.
    package var working: Int
    /// The number of jobs that wait.
    package var waiting: Int
    /// The numbers of finished jobs.
    package var done: Int
    package var failed: Int
    /// Whether jobs are done in sandboxed processes.
    package var isolated: Bool
    /// The memory for jobs, and the part of it that is in use, in bytes.
    package var memory: Int
    package var leased: Int
    /// The time since the worker started, in seconds.
    package var uptime: Double

    enum CodingKeys: String, CodingKey {
        case state, slots, working, waiting, done, failed, isolated, memory, leased, uptime
        case version = "protocol"
    }
}
