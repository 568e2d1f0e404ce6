import ChildProcesses

/// What became of a job that this process submitted.
package struct SubmittedJob: Sendable {
    /// The result, or why there is none.
    package let result: Result<JobResult, JobFailure>
    /// The bytes of a result in memory.
    package let memory: FileDescriptor?
    /// The times and the memory of the job.
    package let cost: WorkerAnswer.Cost

    init(_ answer: WorkerAnswer, _ files: [FileDescriptor]) {
        memory = files.first
        switch answer {
        case .done(_, let result, let cost): (self.result, self.cost) = (.success(result), cost)
        case .failed(_, let failure, let cost): (self.result, self.cost) = (.failure(failure), cost)
        case .health, .metrics: (result, cost) = (.failure(JobFailure(.internal, "This isn't a job.")), .init())
        }
    }
}
