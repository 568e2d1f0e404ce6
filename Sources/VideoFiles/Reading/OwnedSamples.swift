/// Samples in memory of their own, at an address as suitable as that of shared memory. They don't change.
final class OwnedSamples: Sendable {
    private static let alignment = 64

    private nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

    /// Copies samples.
    init(_ samples: UnsafeRawBufferPointer) {
        memory = .allocate(byteCount: samples.count, alignment: Self.alignment)
        memory.copyMemory(from: samples)
    }

    /// Creates samples that `fill` writes; the bytes are 0 before.
    init<Failure: Error>(
        byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        memory = .allocate(byteCount: byteCount, alignment: Self.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        try fill(memory)
    }

    deinit { memory.deallocate() }

    /// Calls `body` with the bytes, which are valid only during the call.
    func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(memory))
    }
}
