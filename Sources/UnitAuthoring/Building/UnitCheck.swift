import Foundation
import ImageUnits
import KernelLanguage

/// What a host would say about a built bundle, without loading any code of it.
struct UnitCheck {
    /// Lines that refuse the unit or a filter of it.
    private(set) var errors: [String] = []
    /// Lines worth reading.
    private(set) var warnings: [String] = []
    /// The unit, where it could be read.
    let unit: ImageUnitDescription?

    /// Reads a bundle and compiles its kernels.
    ///
    /// - Parameter kernels: Where the kernels were copied from: diagnostics name the files that the author edits.
    init(bundle: URL, kernels: URL? = nil) {
        let reading = ImageUnitDescription.read(at: bundle)
        unit = reading.unit
        add(reading.issues)
        for filter in reading.unit?.filters ?? [] where filter.kind == .nonexecutable {
            do throws(ImageUnitIssue) {
                guard let source = try filter.kernelSource() else { continue }
                check(filter, Self.named(source, filter: filter, in: kernels))
            } catch {
                add([error])
            }
        }
    }

    private mutating func check(_ filter: FilterDescription, _ source: KernelSource) {
        let result = KernelCompiler.compile(source)
        if !result.diagnostics.isEmpty {
            if result.succeeded { warnings.append(result.rendered) } else { errors.append(result.rendered) }
        }
        guard result.succeeded else { return }
        guard let program = result.kernels.first(where: { $0.name == filter.name }) ?? result.kernels.first else {
            add([
                ImageUnitIssue(
                    severity: .error, scope: .filter(filter.name), bundle: filter.bundle,
                    problem: .noKernel(path: source.file))
            ])
            return
        }
        add(filter.check(against: program))
    }

    private mutating func add(_ issues: [ImageUnitIssue]) {
        for issue in issues {
            if issue.severity == .error { errors.append(issue.description) } else { warnings.append(issue.description) }
        }
    }

    /// The source under the path that its author knows.
    private static func named(_ source: KernelSource, filter: FilterDescription, in kernels: URL?) -> KernelSource {
        guard let kernels, let file = filter.kernelFile, file.hasPrefix("Contents/Resources/") else { return source }
        let path = kernels.appendingPathComponent(String(file.dropFirst("Contents/Resources/".count))).path
        return KernelSource(text: source.text, file: DisplayPath.relative(path))
    }
}
