/// What a host asks of a worker.
public struct WorkerRequest: Sendable {
    /// Whether this is the first request, which says what to load. It comes alone; no other is sent before it is answered.
    public let isSetUp: Bool
    /// The request's bytes.
    public let bytes: [UInt8]
    /// Memory that the host shares for this call.
    public let memories: [ReceivedMemory]
}
