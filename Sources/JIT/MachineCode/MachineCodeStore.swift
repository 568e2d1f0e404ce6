/// Machine code by what it does: from memory, from the cache on disk, or generated now.
///
/// LLVM is opened only when something must be generated. Thread-safe: code that many threads ask for is generated once.
public final class MachineCodeStore: Sendable {
    /// The processor that code is for.
    public let processor: TargetProcessor
    private let location: LLVMLibrary.Location?
    private let loaded: OnceCache<String, MachineCode>

    /// A store. `location` says where LLVM is; nil means where the process's one library is (`LLVMLibrary.shared`).
    public init(processor: TargetProcessor = .current, location: LLVMLibrary.Location? = nil, capacity: Int = 256) {
        (self.processor, self.location) = (processor, location)
        loaded = OnceCache(capacity: capacity)
    }

    /// The code that `description` stands for.
    ///
    /// The description names everything that the generated text depends on but the processor, with a version of its emitter, as the code may
    /// come from another process. `text` generates the text and is called only where the code is not found. `label` is for profilers.
    /// Throws `CompilationError`, `ObjectFileError` or what `text` throws.
    public func code(
        for description: String, label: String = "kernel", text: () throws -> String
    ) throws -> MachineCode {
        try loaded.value(for: description) {
            try MachineCode(object: compiler().object(from: text()), label: label)
        }
    }

    private func compiler() throws(CompilationError) -> LLVMCompiler {
        guard processor.isSupported else { throw .unsupportedProcessor(processor.identity) }
        let library = location.map(LLVMLibrary.open) ?? LLVMLibrary.shared
        return LLVMCompiler(library: try library.get(), processor: processor)
    }
}
