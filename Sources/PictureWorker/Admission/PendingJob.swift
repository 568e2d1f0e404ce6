import ChildProcesses

/// A job that was read and isn't finished.
struct PendingJob: Sendable {
    let input: JobInput
    /// The time at which its line was read.
    let arrival: ContinuousClock.Instant
    /// Whether somebody still waits for the answer.
    let isWanted: @Sendable () -> Bool
    /// Called once, with the answer and its descriptors.
    let answer: @Sendable (WorkerAnswer, [FileDescriptor]) -> Void

    init(
        _ input: JobInput, isWanted: @escaping @Sendable () -> Bool = { true },
        answer: @escaping @Sendable (WorkerAnswer, [FileDescriptor]) -> Void
    ) {
        (self.input, self.isWanted, self.answer, arrival) = (input, isWanted, answer, .now)
    }

    /// The name of the job in its answer.
    var id: String { input.request.id }
}
