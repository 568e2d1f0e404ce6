import CLinux
import Foundation

/// Memory of this process that contains the code of an object file. It is freed with the last reference.
///
/// Pages are written first, and made executable or read-only before any code runs. No page is ever both writable and
/// executable. Thread-safe, because instances are immutable.
final class ExecutableMemory: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    /// Size in bytes.
    let size: Int

    /// Maps new memory, links the code into it and protects it. Throws `ObjectFileError`.
    init(_ code: LinkableCode) throws(ObjectFileError) {
        let (executable, size) = (code.layout.executableSize, code.layout.size)
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            memory != MAP_FAILED
        else { throw .memoryRefused(errno) }
        do throws(ObjectFileError) {
            try code.link(into: memory, at: UInt64(UInt(bitPattern: memory))) { name in
                ExternalSymbol.address(of: name).map { UInt64(UInt(bitPattern: $0)) }
            }
            // Some processors, those of ARM among them, don't notice by themselves that instructions have changed.
            clinux_clear_instruction_cache(memory, memory + executable)
            guard mprotect(memory, executable, PROT_READ | PROT_EXEC) == 0,
                size == executable || mprotect(memory + executable, size - executable, PROT_READ) == 0
            else { throw ObjectFileError.memoryRefused(errno) }
        } catch {
            munmap(memory, size)
            throw error
        }
        (start, self.size) = (memory, size)
    }

    deinit { munmap(start, size) }
}
