import CacheFiles

/// Provides kernels as cubins, the code of one kind of NVIDIA devices, from the disk cache or by compiling their PTX.
/// The driver compiles only what isn't cached.
///
/// Thread-safe.
package final class CubinStore: Sendable {
    private let cache: DiskCache?

    /// Creates a store.
    ///
    /// - Parameter cache: The disk cache of machine code, or nil for none.
    package init(cache: DiskCache? = nil) { self.cache = cache }

    /// Creates a store with the cache that the environment specifies.
    package static func standard(report: @escaping @Sendable (String) -> Void = { _ in }) -> CubinStore {
        CubinStore(cache: DiskCache.standardPath(for: "objects").map { DiskCache(path: $0, report: report) })
    }

    /// Loads a kernel's code.
    ///
    /// Code from the cache that the driver refuses is removed, and compiled again.
    ///
    /// - Parameters:
    ///   - ptx: The kernel.
    ///   - target: What the compiled code depends on beside the kernel: the kind of device, and the driver's version.
    ///   - compile: Returns the compiled code.
    ///   - load: Loads compiled code.
    ///   - isRefusal: Whether an error of `load` means that other code may be loaded.
    /// - Throws: The errors of `compile` and `load`.
    package func load<Loaded>(
        _ ptx: String, for target: String, compile: () throws -> [UInt8], load: ([UInt8]) throws -> Loaded,
        isRefusal: (any Error) -> Bool
    ) throws -> Loaded {
        guard let cache else { return try load(compile()) }
        let key = Array("cubin \(target)\n\(ptx)".utf8)
        if let cubin = cache.object(for: key) {
            do {
                return try load(cubin)
            } catch let error where isRefusal(error) {
                cache.remove(key)
            }
        }
        let cubin = try compile()
        let loaded = try load(cubin)
        cache.store(cubin, for: key)
        return loaded
    }
}
