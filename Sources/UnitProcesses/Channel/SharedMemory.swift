import CSandbox
import Glibc

/// Memory that a host and a worker both have: pixels go through it without being copied.
///
/// Its size is sealed before anyone else gets it, so that a worker can't shrink it under the host. What a worker may write, it may write
/// at any time, also after its call has returned: a host copies results out before it relies on them. Safe to pass between threads; who
/// touches the bytes at the same time has to agree on it.
public final class SharedMemory: Sendable {
    /// The size in bytes.
    public let byteCount: Int
    /// Whether this process may write into it. A worker may not where the host said so.
    public let isWritable: Bool

    let descriptor: FileDescriptor
    private nonisolated(unsafe) let bytes: UnsafeMutableRawPointer

    /// Makes memory of zeros.
    ///
    /// - Parameters:
    ///   - byteCount: The size in bytes, at least 1.
    ///   - workersMayWrite: Whether a worker that gets it may change it; this process always may.
    /// - Throws: ``WorkerFailure/cannotShareMemory(bytes:reason:)``.
    public convenience init(byteCount: Int, workersMayWrite: Bool) throws(WorkerFailure) {
        guard byteCount > 0 else { throw .cannotShareMemory(bytes: byteCount, reason: "the size must be positive") }
        do {
            let number = csandbox_create_memory("coreimage", UInt64(byteCount))
            guard number >= 0 else { throw SystemProblem("making it", missing: .memfdCreate) }
            let descriptor = FileDescriptor(number)
            let bytes = try Self.map(descriptor, byteCount, PROT_READ | PROT_WRITE)
            // After this process has its own mapping, which goes on being writable.
            guard csandbox_seal_memory(number, workersMayWrite ? 0 : 1) == 0 else {
                let problem = SystemProblem("sealing it")
                munmap(bytes, byteCount)
                throw problem
            }
            self.init(descriptor, bytes, byteCount, isWritable: true)
        } catch {
            throw .cannotShareMemory(bytes: byteCount, reason: "\(error)")
        }
    }

    /// Memory that another process has made.
    convenience init(received descriptor: FileDescriptor) throws(SystemProblem) {
        let size = csandbox_sealed_size(descriptor.number)
        guard size > 0 else { throw SystemProblem("using shared memory that could shrink") }
        let byteCount = Int(size)
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

    /// The bytes of the pages that hold as many bytes.
    public static func wholePages(_ byteCount: Int) -> Int {
        let size = Int(getpagesize())
        return (byteCount + size - 1) / size * size
    }

    /// The bytes, for as long as `body` runs.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: bytes, count: byteCount))
    }

    /// The bytes to write into, for as long as `body` runs. Only where ``isWritable``; anything else is a mistake in the program.
    public func withUnsafeMutableBytes<Result, Failure: Error>(
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
