import CoreImageEssentials
import KernelLanguage
import Synchronization

/// A cache of recipes' kernels by source text, so that a recipe that is used repeatedly is compiled once. Thread-safe.
enum KernelTexts {
    private static let kept = Mutex(Kept())

    private struct Kept {
        var programs: [KernelSource: [Program]] = [:]
        package var bytes = 0
    }

    // Above this size, in bytes of source text, the cache is cleared, because there may be any number of recipes.
    private static let maximumBytes = 1 << 22

    /// Returns the kernels of a source.
    ///
    /// - Throws: `KernelCompilationError` with file, line and column.
    static func programs(of source: KernelSource) throws -> [Program] {
        if let known = kept.withLock({ $0.programs[source] }) { return known }
        let programs = try KernelCompiler.compile(source).get()
        kept.withLock { kept in
            if kept.bytes > maximumBytes { kept = Kept() }
            if kept.programs.updateValue(programs, forKey: source) == nil { kept.bytes += source.text.utf8.count }
        }
        return programs
    }
}
