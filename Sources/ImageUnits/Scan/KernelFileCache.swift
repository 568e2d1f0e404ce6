import KernelLanguage
import Synchronization

/// Keeps the kernels of the files that were compiled last, so that a file is compiled once for its check, for the first
/// use of its kernels, and for all filters that share it. Thread-safe.
///
/// The kernels aren't optimised, because the check needs no optimised kernels and most kernels of a unit are never
/// used.
final class KernelFileCache: Sendable {
    static let shared = KernelFileCache(byteLimit: 8 << 20)

    private struct Entry {
        let source: KernelSource
        let kernels: [Program]
        let byteCount: Int
    }

    /// The least recently used file first.
    private let entries = Mutex<[Entry]>([])
    private let byteLimit: Int

    /// - Parameter byteLimit: The approximate limit for the memory of all kept kernels.
    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// The approximate memory of all kept kernels, in bytes.
    var byteCount: Int { entries.withLock { $0.reduce(0) { $0 + $1.byteCount } } }

    /// Returns the kernels of a file, without optimisation.
    func kernels(of source: KernelSource) throws(KernelCompilationError) -> [Program] {
        let known = entries.withLock { entries -> [Program]? in
            guard let index = entries.firstIndex(where: { $0.source == source }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.kernels
        }
        if let known { return known }
        let kernels = try KernelCompiler.check(source).get()
        // An instruction takes about 200 bytes, and most instructions write one register.
        let byteCount = kernels.reduce(source.text.utf8.count) { $0 + $1.registers.count * 200 }
        entries.withLock { entries in
            // Another thread may have compiled the same file meanwhile.
            entries.removeAll { $0.source == source }
            entries.append(Entry(source: source, kernels: kernels, byteCount: byteCount))
            var total = entries.reduce(0) { $0 + $1.byteCount }
            while total > byteLimit { total -= entries.removeFirst().byteCount }
        }
        return kernels
    }
}
