import ChildProcesses
import Sandboxing

/// Memory for several frames, which a client and a worker share. A frame is in a slot.
///
/// Which side may use a slot is settled by messages. The memory itself doesn't enforce it: a hostile worker can change
/// the samples of a frame while the client reads them, and so give it wrong colours, as it could anyway.
package final class FrameRing: Sendable {
    /// The layout of each frame.
    package let layout: VideoFrameLayout
    /// The number of slots.
    package let slots: Int
    /// The memory.
    package let memory: SharedMemory

    /// Creates zero-filled memory.
    ///
    /// - Parameter workersMayWrite: Whether the worker fills the slots (a decoder) or reads them (an encoder).
    package init(layout: VideoFrameLayout, slots: Int, workersMayWrite: Bool) throws(SharedMemoryError) {
        (self.layout, self.slots) = (layout, slots)
        let (byteCount, overflows) = layout.byteCount.multipliedReportingOverflow(by: slots)
        guard !overflows else { throw SharedMemoryError(bytes: .max, reason: "the frames are too large") }
        memory = try SharedMemory(byteCount: byteCount, workersMayWrite: workersMayWrite)
    }

    /// Maps memory that the client has created.
    ///
    /// - Returns: Nil if it is too small for the slots.
    package init?(received descriptor: FileDescriptor, layout: VideoFrameLayout, slots: Int) throws(SystemProblem) {
        (self.layout, self.slots) = (layout, slots)
        memory = try SharedMemory(received: descriptor)
        guard slots > 0, memory.byteCount / layout.byteCount >= slots else { return nil }
    }

    /// Calls `body` with the bytes of a slot, which must be less than ``slots``.
    package func withUnsafeBytes<Result, Failure: Error>(
        of slot: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition((0..<slots).contains(slot), "The slot exists.")
        let start = slot * layout.byteCount
        return try memory.withUnsafeBytes { bytes throws(Failure) in
            try body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + layout.byteCount]))
        }
    }

    /// Calls `body` with the writable bytes of a slot, which must be less than ``slots``.
    package func withUnsafeMutableBytes<Result, Failure: Error>(
        of slot: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition((0..<slots).contains(slot), "The slot exists.")
        let start = slot * layout.byteCount
        return try memory.withUnsafeMutableBytes { bytes throws(Failure) in
            try body(UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + layout.byteCount]))
        }
    }
}
