import ChildProcesses

/// Does jobs. Thread-safe.
protocol JobExecutor: Sendable {
    /// Whether jobs are done in other processes, in a sandbox.
    var isIsolated: Bool { get }

    /// The number of such processes that ended in mid-job.
    var crashes: Int { get }

    /// Does a job in a slot. Each slot does one job at a time.
    func run(_ job: JobInput, slot: Int) -> ExecutedJob
}

/// What became of a job.
struct ExecutedJob: Sendable {
    let result: Result<JobResult, JobFailure>
    /// The result in memory, if it isn't in a file.
    var memory: [FileDescriptor] = []
    /// The highest resident memory of the process that did the job, in bytes.
    let peak: Int
}
