import ChildProcesses

/// Does jobs. Thread-safe.
protocol JobExecutor: Sendable {
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
