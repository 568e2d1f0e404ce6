import Foundation

/// A generated function. It takes one pointer, whose meaning the emitter defines, and returns a status.
package typealias GeneratedFunction = @convention(c) (UnsafeRawPointer) -> Int32

/// Executable code in memory, loaded from an object file by the linker of this module, so that cached code never needs
/// LLVM.
///
/// The code exists as long as the last reference, so a caller must keep a reference until its call has returned.
///
/// Thread-safe, because instances are immutable.
package final class MachineCode: Sendable {
    /// The owner of the code.
    private let owner: any AnyObject & Sendable
    /// The address of each function.
    private let functions: [String: UInt]

    /// Size of the memory in bytes.
    package let byteCount: Int

    /// The names of all functions, sorted.
    package var functionNames: [String] { functions.keys.sorted() }

    /// Loads an object file. Profilers show `label` before the names of functions. Throws `ObjectFileError`.
    package convenience init(object: [UInt8], label: String = "kernel") throws(ObjectFileError) {
        guard let architecture = Architecture.current else { throw .wrongKind }
        let code = try LinkableCode(
            object: object, architecture: architecture, pageSize: Int(sysconf(Int32(_SC_PAGESIZE))))
        let memory = try ExecutableMemory(code)
        self.init(
            functions: code.functions.mapValues { UInt(bitPattern: memory.start + $0) }, byteCount: memory.size,
            owner: memory)
        ProfilerMap.record(code, memory.start, label: label)
    }

    /// Creates code that is in memory already. `owner` keeps the functions at these addresses callable.
    init(functions: [String: UInt], byteCount: Int, owner: any AnyObject & Sendable) {
        (self.functions, self.byteCount, self.owner) = (functions, byteCount, owner)
    }

    /// Returns the function with this name. It may be called only while this object exists. Throws
    /// `ObjectFileError.functionMissing`.
    package func function(named name: String) throws(ObjectFileError) -> GeneratedFunction {
        unsafeBitCast(try address(of: name), to: GeneratedFunction.self)
    }

    /// Returns the start of the function with this name, for functions of other signatures.
    package func address(of name: String) throws(ObjectFileError) -> UnsafeRawPointer {
        guard let address = functions[name].flatMap({ UnsafeRawPointer(bitPattern: $0) }) else {
            throw .functionMissing(name)
        }
        return address
    }
}
