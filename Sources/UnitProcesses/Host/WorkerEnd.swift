/// How a worker came to its end.
struct WorkerEnd {
    /// What the call gets to hear that is to blame.
    let failure: WorkerFailure
    /// That call; nil where it can't be told, and then every call in flight gets the failure.
    let call: UInt64?
}
