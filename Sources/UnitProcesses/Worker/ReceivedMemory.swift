import CSandbox
import ChildProcesses
import Glibc
import Sandboxing

/// Memory that the host shares with this worker for a call. It is mapped only on demand.
package final class ReceivedMemory: Sendable {
    /// The size in bytes.
    package let byteCount: Int
    /// Whether this process may write into it.
    package let isWritable: Bool

    private let descriptor: FileDescriptor

    /// Takes ownership of memory that was received over a channel.
    init(_ descriptor: FileDescriptor) throws(SystemProblem) {
        byteCount = try descriptor.sealedSize()
        isWritable = csandbox_is_read_only(descriptor.number) == 0
        self.descriptor = descriptor
    }

    /// Maps a part of the memory, far from all other mappings.
    ///
    /// - Parameters:
    ///   - part: The range in bytes, which must start at a page boundary. The default is the whole memory.
    ///   - forWriting: Whether the mapping is writable. Requires ``isWritable``.
    /// - Throws: An error with a text, for example if no address space is left.
    package func map(_ part: Range<Int>? = nil, forWriting: Bool) throws -> GuardedMemory {
        let part = part ?? 0..<byteCount
        guard part.lowerBound >= 0, part.upperBound <= byteCount else {
            throw SystemProblem("mapping bytes that shared memory doesn't have", code: EINVAL)
        }
        guard
            let start = csandbox_map(
                descriptor.number, UInt64(part.lowerBound), UInt64(part.count), forWriting ? 1 : 0)
        else { throw SystemProblem("mapping \(part.count) bytes of shared memory") }
        return GuardedMemory(start, part.count)
    }
}
