/// A request from the host.
package struct WorkerRequest: Sendable {
    /// Whether this is the first request, which tells the worker what to load. The host sends no other request before
    /// it is answered.
    package let isSetUp: Bool
    /// The request's bytes.
    package let bytes: [UInt8]
    /// The memory that the host shares for this call.
    package let memories: [ReceivedMemory]
}
