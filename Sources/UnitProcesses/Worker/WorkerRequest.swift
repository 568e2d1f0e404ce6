/// A request from the host.
public struct WorkerRequest: Sendable {
    /// Whether this is the first request, which tells the worker what to load. The host sends no other request before
    /// it is answered.
    public let isSetUp: Bool
    /// The request's bytes.
    public let bytes: [UInt8]
    /// The memory that the host shares for this call.
    public let memories: [ReceivedMemory]
}
