import Foundation

/// A function of generated code: it takes one pointer, whose meaning its emitter knows, and returns a status.
public typealias GeneratedFunction = @convention(c) (UnsafeRawPointer) -> Int32

/// Executable code in memory, loaded from an object file by a small linker of our own: code from a cache never needs LLVM.
///
/// Pages are written first, and made executable or read-only before anything runs; none is ever both writable and executable. The
/// memory is given back when the last reference goes: whoever calls a function keeps a reference until it has returned.
///
/// Thread-safe: nothing changes after initialisation.
public final class MachineCode: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    private let layout: CodeLayout
    private let functions: [String: Int]

    /// Bytes of memory taken.
    public var byteCount: Int { layout.size }

    /// Names of all functions.
    public var functionNames: [String] { functions.keys.sorted() }

    /// Loads an object file. `label` is what profilers show before the names of functions. Throws `ObjectFileError`.
    public init(object: [UInt8], label: String = "kernel") throws(ObjectFileError) {
        #if !arch(x86_64)
            throw .wrongKind
        #endif
        let file = try ObjectFile(object)
        layout = try CodeLayout(file, pageSize: Int(sysconf(Int32(_SC_PAGESIZE))))
        guard layout.executableSize > 0 else { throw .malformed(what: "no code") }
        var functions: [String: Int] = [:]
        for symbol in file.symbols where symbol.isFunction {
            // A function must have room for one instruction.
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

    /// The function of this name, to be called while this object lives. Throws `ObjectFileError.functionMissing`.
    public func function(named name: String) throws(ObjectFileError) -> GeneratedFunction {
        unsafeBitCast(try address(of: name), to: GeneratedFunction.self)
    }

    /// Where the function of this name starts, for functions of other signatures.
    public func address(of name: String) throws(ObjectFileError) -> UnsafeRawPointer {
        guard let offset = functions[name] else { throw .functionMissing(name) }
        return UnsafeRawPointer(memory + offset)
    }

    /// New memory with the code in it, protected.
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
