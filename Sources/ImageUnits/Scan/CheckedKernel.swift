import Foundation
import KernelLanguage

/// A nonexecutable filter's kernel that passed all checks.
///
/// It holds the source text, because a scan may come from a cache or from another process, whose programs the host
/// wouldn't trust. If this process checked the kernel, `KernelFileCache` keeps what was compiled for the check. The
/// text that runs later is the text that was checked, even if the file has changed.
package struct CheckedKernel: Sendable, Hashable, Codable {
    /// The text of the kernel file.
    package var text: String
    /// The name of the file in diagnostics.
    package var file: String
    /// The name of the kernel that the filter uses.
    package var name: String

    /// Compiles a filter's kernel, and compares it with the filter's inputs.
    ///
    /// - Parameter warn: Called if the file has several kernels and none has the filter's name.
    /// - Throws: `UnsuitedKernel`, `ImageUnitIssue`, or `KernelCompilationError` with file, line and column.
    package init?(_ filter: FilterDescription, warn: (ImageUnitIssue) -> Void = { _ in }) throws {
        guard let source = try filter.kernelSource() else { return nil }
        (text, file) = (source.text, source.file)
        let programs = try KernelFileCache.shared.kernels(of: source)
        let fit = filter.fit(of: programs, in: filter.kernelFile ?? source.file)
        guard let kernel = fit.kernel, fit.errors.isEmpty else { throw UnsuitedKernel(issues: fit.errors) }
        name = kernel.name
        fit.warnings.forEach(warn)
    }

    /// Returns the optimised program. The caller decides whether it runs in the sandbox.
    ///
    /// - Throws: `KernelCompilationError` or `ImageUnitIssue`, only if the text isn't the one that was checked.
    package func program() throws -> Program {
        let source = KernelSource(text: text, file: file)
        let programs = try KernelFileCache.shared.kernels(of: source)
        guard let program = programs.first(where: { $0.name == name }) else {
            let bundle = URL(fileURLWithPath: file).deletingLastPathComponent()
            throw ImageUnitIssue(severity: .error, scope: .unit, bundle: bundle, problem: .noKernel(path: file))
        }
        return try KernelCompiler.optimized(program)
    }
}

/// A kernel that compiles but doesn't suit its filter.
struct UnsuitedKernel: Error, CustomStringConvertible {
    let issues: [ImageUnitIssue]

    var description: String { issues.map(\.description).joined(separator: "\n") }
}
