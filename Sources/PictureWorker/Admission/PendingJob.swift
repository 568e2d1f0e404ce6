/// A job that was read and isn't finished.
struct PendingJob: Sendable {
    let input: JobInput
    /// The time at which its line was read.
    let arrival: ContinuousClock.Instant
    let client: ClientConnection

    init(_ input: JobInput, client: ClientConnection) {
        (self.input, self.client, arrival) = (input, client, .now)
    }

    /// The name of the job in its answer.
    var id: String { input.request.id }
}
