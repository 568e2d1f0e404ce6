import ChildProcesses

/// A job as it is done: the request with its descriptors, and the time that it has.
struct JobInput: Sendable {
    let request: JobRequest
    /// The descriptors that were sent with its line.
    let files: [FileDescriptor]
    /// The time at which it must be finished, if any.
    let deadline: ContinuousClock.Instant?

    /// - Parameter seconds: The time from now on; nil for no deadline.
    init(_ request: JobRequest, files: [FileDescriptor], seconds: Double?) {
        (self.request, self.files) = (request, files)
        deadline = seconds.map { .now + .seconds($0) }
    }

    /// - Throws: `JobFailure` if the deadline has passed.
    func checkDeadline() throws(JobFailure) {
        if let deadline, deadline <= .now { throw JobFailure(.deadline, "The deadline passed before the job began.") }
    }
}
