import Foundation
import KernelLanguage

/// A nonexecutable filter's kernel that was compiled once and found in order, so that it need not be compiled again until the filter runs.
///
/// Holds the text itself: what runs later is what was checked, whatever became of the file.
public struct CheckedKernel: Sendable, Hashable, Codable {
    /// The file's text.
    public var text: String
    /// The name of the file in diagnostics.
    public var file: String
    /// The kernel that the filter uses.
    public var name: String

    /// Compiles a filter's kernel, and compares it with the filter's inputs.
    ///
    /// - Parameter warn: Called where the file has several kernels and it isn't said which is meant.
    /// - Throws: `UnsuitedKernel`, `ImageUnitIssue`, or `KernelCompilationError` with file, line and column.
    package init?(_ filter: FilterDescription, warn: (ImageUnitIssue) -> Void = { _ in }) throws {
        guard let source = try filter.kernelSource() else { return nil }
        (text, file) = (source.text, source.file)
        let programs = try KernelCompiler.check(source).get()
        guard let program = filter.kernel(among: programs) else {
            throw UnsuitedKernel(issues: [filter.issue(.noKernel(path: filter.kernelFile ?? source.file))])
        }
        name = program.name
        let issues = filter.check(against: program)
        if !issues.isEmpty { throw UnsuitedKernel(issues: issues) }
        if let ambiguity = filter.ambiguity(of: programs) { warn(ambiguity) }
    }

    /// The program; to be run in the sandbox or not, as the caller decides.
    ///
    /// - Throws: `KernelCompilationError` or `ImageUnitIssue`, which only happens when the text isn't the one that was checked.
    public func program() throws -> Program {
        let source = KernelSource(text: text, file: file)
        let programs = try KernelCompiler.compile(source).get()
        guard let program = programs.first(where: { $0.name == name }) else {
            let bundle = URL(fileURLWithPath: file).deletingLastPathComponent()
            throw ImageUnitIssue(severity: .error, scope: .unit, bundle: bundle, problem: .noKernel(path: file))
        }
        return program
    }
}

/// A kernel that compiles, and that its filter still can't use.
struct UnsuitedKernel: Error, CustomStringConvertible {
    let issues: [ImageUnitIssue]

    var description: String { issues.map(\.description).joined(separator: "\n") }
}

extension FilterDescription {
    /// An error that concerns the filter, in the words of all others.
    func issue(_ problem: ImageUnitProblem) -> ImageUnitIssue {
        ImageUnitIssue(severity: .error, scope: .filter(name), bundle: bundle, problem: problem)
    }
}
