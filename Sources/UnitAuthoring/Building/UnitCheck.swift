import Foundation
import ImageUnits
import KernelLanguage
import UntrustedInput

/// The errors and warnings that a host would report for a built bundle, without loading its code.
struct UnitCheck {
    /// Messages because of which a host would refuse the unit or one of its filters.
    private(set) var errors: [String] = []
    /// Other messages.
    private(set) var warnings: [String] = []
    /// The unit's description; nil if it can't be read.
    let unit: ImageUnitDescription?

    /// Reads a bundle and compiles its kernels.
    ///
    /// - Parameter kernels: The folder that the kernels were copied from. If given, diagnostics name the files there,
    ///   which the author edits, and the kernel files that only the unit's code compiles are checked too.
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
        if let unit = reading.unit, let kernels { checkFiles(CodeKernels(of: unit).files, of: unit, in: kernels) }
    }

    /// Compiles the kernel files that the unit's code compiles at run time.
    private mutating func checkFiles(_ files: [CodeKernels.File], of unit: ImageUnitDescription, in kernels: URL) {
        for file in files {
            switch file.text {
            case .failure(let problem): add([unit.issue(problem, scope: .executable)])
            case .success(let text):
                let result = compile(
                    KernelSource(text: text, file: Self.named(file.path, of: unit.bundle, in: kernels)))
                if !result.succeeded { errors.append(Self.remedy(unit)) }
            }
        }
    }

    private static func remedy(_ unit: ImageUnitDescription) -> String {
        "\(printable(unit.bundle.lastPathComponent)): error: the kernel file above doesn't compile, and the unit's code would find out only "
            + "when it renders; correct it, or give text that is only a part of a kernel another extension than .cikernel"
    }

    /// Compiles a kernel file, and collects the compiler's diagnostics.
    private mutating func compile(_ source: KernelSource) -> CompilationResult {
        let result = KernelCompiler.compile(source)
        if !result.diagnostics.isEmpty {
            if result.succeeded { warnings.append(result.rendered) } else { errors.append(result.rendered) }
        }
        return result
    }

    private mutating func check(_ filter: FilterDescription, _ source: KernelSource) {
        let result = compile(source)
        guard result.succeeded else { return }
        let fit = filter.fit(of: result.kernels, in: source.file)
        add(fit.errors + fit.warnings)
    }

    private mutating func add(_ issues: [ImageUnitIssue]) {
        for issue in issues {
            if issue.severity == .error { errors.append(issue.description) } else { warnings.append(issue.description) }
        }
    }

    /// Returns the source with the path of the author's file.
    private static func named(_ source: KernelSource, filter: FilterDescription, in kernels: URL?) -> KernelSource {
        guard kernels != nil, let file = filter.kernelFile else { return source }
        return KernelSource(text: source.text, file: named(file, of: filter.bundle, in: kernels))
    }

    /// Returns the path of the author's copy of a file in Resources.
    private static func named(_ file: String, of bundle: URL, in resources: URL?) -> String {
        let folder = "Contents/Resources/"
        guard let resources, file.hasPrefix(folder) else { return "\(bundle.lastPathComponent)/\(file)" }
        return DisplayPath.relative(resources.appendingPathComponent(String(file.dropFirst(folder.count))).path)
    }
}
