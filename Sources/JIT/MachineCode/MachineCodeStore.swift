import CacheFiles
import Synchronization
import SystemResources

/// Provides machine code from memory, from the disk cache, or by generating it.
///
/// LLVM is opened only when code must be generated. Thread-safe: optimised code that several threads request at the
/// same time is generated once.
package final class MachineCodeStore: Sendable {
    /// The processor that the code is for.
    package let processor: TargetProcessor
    private let location: LLVMLibrary.Location
    private let cache: DiskCache?
    private let report: @Sendable (String) -> Void
    private let load: Loader
    private let loaded: OnceCache<String, MachineCode>
    private let library = Mutex<Result<LLVMLibrary, CompilationError>?>(nil)
    /// Whether the cache contains the note that LLVM could be opened. Nil before the first look-up.
    private let note = Mutex<Bool?>(nil)

    /// Loads an object file, given the label for profilers.
    typealias Loader = @Sendable (_ object: [UInt8], _ label: String) throws -> MachineCode

    /// Creates a store that loads code into this process.
    ///
    /// - Parameters:
    ///   - processor: The processor that the code is for.
    ///   - location: Where to look for LLVM. With `none`, the store provides no code, not even from the cache.
    ///   - cache: The disk cache of object files, or nil for none.
    ///   - capacity: Maximum number of pieces of code in memory.
    ///   - report: Called once with the reason if LLVM isn't available. The text is meant for a log at debug level.
    package convenience init(
        processor: TargetProcessor = .current, location: LLVMLibrary.Location = LLVMLibrary.Location(),
        cache: DiskCache? = nil, capacity: Int = 256, report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            processor: processor, location: location, cache: cache, capacity: capacity, report: report,
            load: { try MachineCode(object: $0, label: $1) })
    }

    /// Creates a store with another loader.
    init(
        processor: TargetProcessor, location: LLVMLibrary.Location, cache: DiskCache?, capacity: Int,
        report: @escaping @Sendable (String) -> Void, load: @escaping Loader
    ) {
        (self.processor, self.location, self.cache, self.report) = (processor, location, cache, report)
        self.load = load
        loaded = OnceCache(capacity: capacity)
    }

    /// Creates a store for this processor, with the library and the cache that the environment specifies.
    package static func standard(report: @escaping @Sendable (String) -> Void = { _ in }) -> MachineCodeStore {
        let cache = DiskCache.standardPath(for: "objects").map { DiskCache(path: $0, report: report) }
        return MachineCodeStore(cache: cache, report: report)
    }

    /// Whether code can be provided.
    ///
    /// Opening LLVM to find out takes as long as running many programs. So the cache contains a note once LLVM could be
    /// opened, which is trusted until opening fails.
    package var isAvailable: Bool {
        if let result = library.withLock({ $0 }) { return (try? result.get()) != nil }
        let isNoted = note.withLock { note in
            let isNoted = note ?? (processor.isSupported && location != .none && cache?.object(for: noteKey) != nil)
            note = isNoted
            return isNoted
        }
        return isNoted || (try? openLibrary()) != nil
    }

    /// Returns the code for `description`.
    ///
    /// The description must include everything that the generated text depends on, except the processor, and a version
    /// of its emitter, because the code may come from another process. `text` generates the text, and is called only if
    /// no cache contains the code. `label` is for profilers. Throws `CompilationError`, `ObjectFileError` or the errors
    /// of `text`.
    package func code(
        for description: String, label: String = "kernel", text: () throws -> String
    ) throws -> MachineCode {
        try loaded.value(for: description) {
            guard processor.isSupported else { throw CompilationError.unsupportedProcessor(processor.model) }
            guard location != .none else { throw CompilationError.switchedOff }
            guard let cache else { return try load(object(from: text()), label) }
            if let code = stored(description, label) { return code }
            let object = try object(from: text())
            let code = try load(object, label)
            // While the process exits, LLVM may already have lost some of its tables.
            if !LibraryCalls.shared.isExiting { cache.store(object, for: key(description)) }
            return code
        }
    }

    /// Returns the code for `description` if it is in memory or in the disk cache. Generates nothing.
    func cachedCode(for description: String, label: String) -> MachineCode? {
        guard processor.isSupported, location != .none else { return nil }
        return loaded.foundValue(for: description) { stored(description, label) }
    }

    /// Returns code of the baseline tier, which no cache keeps. Throws `CompilationError`, `ObjectFileError` or the
    /// errors of `text`.
    func baselineCode(label: String, text: () throws -> String) throws -> MachineCode {
        guard processor.isSupported else { throw CompilationError.unsupportedProcessor(processor.model) }
        guard location != .none else { throw CompilationError.switchedOff }
        return try load(object(from: text(), tier: .baseline), label)
    }

    /// Returns code from the disk cache. Removes a file that can't be loaded.
    private func stored(_ description: String, _ label: String) -> MachineCode? {
        let key = key(description)
        guard let cache, let object = cache.object(for: key) else { return nil }
        if let code = try? load(object, label) { return code }
        cache.remove(key)
        return nil
    }

    private func object(from text: String, tier: CodeTier = .optimized) throws -> [UInt8] {
        try LLVMCompiler(library: openLibrary(), processor: processor, tier: tier).object(from: text)
    }

    /// Opens LLVM, if it isn't open. Throws `CompilationError`.
    func openCompiler() throws(CompilationError) { _ = try openLibrary() }

    /// Returns the library, and opens it at the first call.
    private func openLibrary() throws(CompilationError) -> LLVMLibrary {
        let (result, isFirst) = library.withLock { library in
            if let library { return (library, false) }
            let result =
                processor.isSupported
                ? LLVMLibrary.open(location) : .failure(CompilationError.unsupportedProcessor(processor.model))
            library = result
            return (result, true)
        }
        if isFirst {
            switch result {
            case .success(let library): cache?.store(Array(library.version.utf8), for: noteKey)
            case .failure(let error):
                if processor.isSupported, location != .none { cache?.remove(noteKey) }
                report("kernels are interpreted: \(error)")
            }
        }
        return try result.get()
    }

    /// The key of the note that LLVM could be opened.
    var noteKey: [UInt8] { Array("LLVM can be opened: \(location)".utf8) }

    /// Returns the cache key for a description. It includes everything that the object file depends on.
    private func key(_ description: String) -> [UInt8] {
        Array("\(BuildIdentity.current)\n\(processor.identity)\n\(LLVMCompiler.defaultPasses)\n\(description)".utf8)
    }
}
