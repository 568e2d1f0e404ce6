import Foundation

/// A generated function. It takes one pointer, whose meaning the emitter defines, and returns a status.
package typealias GeneratedFunction = @convention(c) (UnsafeRawPointer) -> Int32

/// Executable code in memory, loaded from an object file by the linker of this module, so that cached code never needs
/// LLVM.
///
/// Pages are written first, and made executable or read-only before any code runs. No page is ever both writable and
/// executable. The memory is freed with the last reference, so a caller must keep a reference until its call has
/// returned.
///
/// Thread-safe, because instances are immutable.
package final class MachineCode: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    private let layout: CodeLayout
    private let functions: [String: Int]

    /// Size of the memory in bytes.
    package var byteCount: Int { layout.size }

    /// The names of all functions, sorted.
    package var functionNames: [String] { functions.keys.sorted() }

    /// Loads an object file. Profilers show `label` before the names of functions. Throws `ObjectFileError`.
    package init(object: [UInt8], label: String = "kernel") throws(ObjectFileError) {
        #if !arch(x86_64)
            throw .wrongKind
        #endif
        let file = try ObjectFile(object)
        layout = try CodeLayout(file, pageSize: Int(sysconf(Int32(_SC_PAGESIZE))))
        guard layout.executableSize > 0 else { throw .malformed(what: "no code") }
        var functions: [String: Int] = [:]
        for symbol in file.symbols where symbol.isFunction {
            // Skip symbols at the end of a section, which leave no room for an instruction.
            guard case .section(let section, let offset) = symbol.place, let code = file.sections[section],
                code.isExecutable, offset < code.contents.count, let start = layout.offsets[section]
            else { continue }
            functions[symbol.name] = start + offset
        }
        self.functions = functions
        memory = try Self.load(file, layout)
        ProfilerMap.record(file, layout, memory, label: label)
    }

    deinit { munmap(memory, layout.size) }

    /// Returns the function with this name. It may be called only while this object exists. Throws
    /// `ObjectFileError.functionMissing`.
    package func function(named name: String) throws(ObjectFileError) -> GeneratedFunction {
        unsafeBitCast(try address(of: name), to: GeneratedFunction.self)
    }

    /// Returns the start of the function with this name, for functions of other signatures.
    package func address(of name: String) throws(ObjectFileError) -> UnsafeRawPointer {
        guard let offset = functions[name] else { throw .functionMissing(name) }
        return UnsafeRawPointer(memory + offset)
    }

    /// Maps new memory, links the code into it and protects it.
    private static func load(_ file: ObjectFile, _ layout: CodeLayout) throws(ObjectFileError)
        -> UnsafeMutableRawPointer
    {
        guard
            let memory = mmap(nil, layout.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            memory != MAP_FAILED
        else { throw .memoryRefused(errno) }
        do throws(ObjectFileError) {
            try CodeLinker(file: file, layout: layout, memory: memory).link()
            let (executable, size) = (layout.executableSize, layout.size)
            guard mprotect(memory, executable, PROT_READ | PROT_EXEC) == 0,
                size == executable || mprotect(memory + executable, size - executable, PROT_READ) == 0
            else { throw ObjectFileError.memoryRefused(errno) }
        } catch {
            munmap(memory, layout.size)
            throw error
        }
        return memory
    }
}
