import CSandbox
import ChildProcesses
import Glibc

/// Memory that a host and a worker share, so that pixels pass between them without a copy.
///
/// The size is sealed before another process gets the memory, so a worker can't shrink it while the host uses it. A
/// worker that may write to it can do so at any time, even after its call has returned. The host therefore copies
/// results before it relies on them. The object can be passed between threads, but concurrent accesses to the bytes
/// must be synchronised by the caller.
package final class SharedMemory: Sendable {
    /// The size in bytes.
    package let byteCount: Int
    /// Whether this process may write to the memory. In a worker it is false if the host shared the memory read-only.
    package let isWritable: Bool

    /// The open memory, to be sent to another process.
    package let descriptor: FileDescriptor
    private nonisolated(unsafe) let bytes: UnsafeMutableRawPointer

    /// Creates zero-filled memory.
    ///
    /// - Parameters:
    ///   - byteCount: The size in bytes, at least 1.
    ///   - workersMayWrite: Whether a worker that receives the memory may change it. This process always may.
    package convenience init(byteCount: Int, workersMayWrite: Bool) throws(SharedMemoryError) {
        guard byteCount > 0 else { throw SharedMemoryError(bytes: byteCount, reason: "the size must be positive") }
        do throws(SystemProblem) {
            let number = csandbox_create_memory("coreimage", UInt64(byteCount))
            guard number >= 0 else { throw SystemProblem("making it", missing: .memfdCreate) }
            let descriptor = FileDescriptor(number)
            let bytes = try Self.map(descriptor, byteCount, PROT_READ | PROT_WRITE)
            // The seal forbids only new writable mappings; the mapping made above stays writable.
            guard csandbox_seal_memory(number, workersMayWrite ? 0 : 1) == 0 else {
                let problem = SystemProblem("sealing it")
                munmap(bytes, byteCount)
                throw problem
            }
            self.init(descriptor, bytes, byteCount, isWritable: true)
        } catch {
            throw SharedMemoryError(bytes: byteCount, reason: "\(error)", code: error.code)
        }
    }

    /// Maps memory that another process has created.
    package convenience init(received descriptor: FileDescriptor) throws(SystemProblem) {
        let byteCount = try descriptor.sealedSize()
        if let bytes = try? Self.map(descriptor, byteCount, PROT_READ | PROT_WRITE) {
            self.init(descriptor, bytes, byteCount, isWritable: true)
        } else {
            self.init(descriptor, try Self.map(descriptor, byteCount, PROT_READ), byteCount, isWritable: false)
        }
    }

    private init(
        _ descriptor: FileDescriptor, _ bytes: UnsafeMutableRawPointer, _ byteCount: Int, isWritable: Bool
    ) {
        self.descriptor = descriptor
        self.bytes = bytes
        self.byteCount = byteCount
        self.isWritable = isWritable
    }

    deinit { munmap(bytes, byteCount) }

    /// Returns a number of bytes, rounded up to whole pages.
    package static func wholePages(_ byteCount: Int) -> Int {
        let size = Int(getpagesize())
        return (byteCount + size - 1) / size * size
    }

    /// Calls `body` with the bytes, which are valid only during the call.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: bytes, count: byteCount))
    }

    /// Calls `body` with the writable bytes, which are valid only during the call. It is a programming error if
    /// ``isWritable`` is false.
    package func withUnsafeMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(isWritable, "The host shares this memory for reading only.")
        return try body(UnsafeMutableRawBufferPointer(start: bytes, count: byteCount))
    }

    private static func map(
        _ descriptor: FileDescriptor, _ byteCount: Int, _ protection: Int32
    ) throws(SystemProblem) -> UnsafeMutableRawPointer {
        guard let bytes = mmap(nil, byteCount, protection, MAP_SHARED, descriptor.number, 0), bytes != MAP_FAILED
        else { throw SystemProblem("mapping \(byteCount) bytes") }
        return bytes
    }
}
