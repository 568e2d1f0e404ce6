/// The cause of a worker's end, and the call to which it is attributed.
struct WorkerEnd {
    /// The failure that the responsible call throws.
    let failure: WorkerFailure
    /// The responsible call. Nil if it is unknown; every call in flight then throws the failure.
    let call: UInt64?
}
