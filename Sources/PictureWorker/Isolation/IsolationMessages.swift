import Sandboxing

/// What a worker sends to the process that does its jobs.
enum HostMessage: Codable, Sendable {
    /// The first message: what the process enforces on itself, and how it works.
    case setup(SandboxOrders, WorkerSettings, units: [String])
    /// A job, with the seconds that are left for it. Its pictures are descriptors that come with the message.
    case job(JobRequest, seconds: Double?)
    /// There is memory for the job.
    case admitted
    /// There is no memory for the job.
    case refused(JobFailure)
    /// The memory for the result comes with the message.
    case room
}

/// What a process that does jobs sends to its worker.
enum IsolatedMessage: Codable, Sendable {
    /// The process is sandboxed.
    case ready(WorkerProtection)
    /// The process can't be sandboxed, for the stated reason.
    case unprotected(String)
    /// The job needs memory, in bytes.
    case admission(Int)
    /// The result has this many bytes, and needs memory for them.
    case result(Int)
    /// The job is finished, and its result in the memory.
    case finished(JobResult, peak: Int)
    case failed(JobFailure, peak: Int)
}
