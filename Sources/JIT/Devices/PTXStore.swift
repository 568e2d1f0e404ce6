import CacheFiles
import ImageGraph
import KernelLanguage
import Synchronization

/// Provides kernels as PTX, from the disk cache or by generating them. LLVM is opened only when code must be generated.
///
/// Thread-safe.
package final class PTXStore: Sendable {
    private let location: LLVMLibrary.Location
    private let cache: DiskCache?
    private let library = Mutex<Result<LLVMLibrary, CompilationError>?>(nil)

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - location: Where to look for LLVM. With `none`, the store provides no code, not even from the cache.
    ///   - cache: The disk cache of machine code, or nil for none.
    package init(location: LLVMLibrary.Location = LLVMLibrary.Location(), cache: DiskCache? = nil) {
        (self.location, self.cache) = (location, cache)
    }

    /// Creates a store with the library and the cache that the environment specifies.
    package static func standard(report: @escaping @Sendable (String) -> Void = { _ in }) -> PTXStore {
        PTXStore(cache: DiskCache.standardPath(for: "objects").map { DiskCache(path: $0, report: report) })
    }

    /// Returns the code of a validated program.
    ///
    /// - Throws: `EmissionError` if kernels like this one aren't compiled for devices, or `CompilationError`.
    package func kernel(_ program: Program, layout: KernelLayout) throws -> PTXKernel {
        guard location != .none else { throw CompilationError.switchedOff }
        let program = try KernelGenerator.expanded(program)
        var emitter = try DeviceKernelEmitter(program, layout: layout, target: .cuda)
        let key = key(program, layout)
        if let bytes = cache?.object(for: key) {
            return PTXKernel(program, layout: layout, text: String(decoding: bytes, as: UTF8.self))
        }
        let text = try PTXCompiler(library: openLibrary()).ptx(from: emitter.text())
        cache?.store(Array(text.utf8), for: key)
        return PTXKernel(program, layout: layout, text: text)
    }

    /// Returns the library, and opens it at the first call.
    private func openLibrary() throws(CompilationError) -> LLVMLibrary {
        let result = library.withLock { library in
            let result = library ?? LLVMLibrary.open(location)
            library = result
            return result
        }
        return try result.get()
    }

    /// Returns the cache key of a program. It includes everything that the code depends on.
    private func key(_ program: Program, _ layout: KernelLayout) -> [UInt8] {
        let versions = "ptx \(DeviceKernelEmitter.version) \(PTXCompiler.version) \(PTXCompiler.processor)"
        let description = KernelDescription.text(program, layout, lanes: 1)
        return Array("\(BuildIdentity.current)\n\(versions)\n\(PTXCompiler.passes)\n\(description)".utf8)
    }
}
