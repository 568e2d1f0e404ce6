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
    /// - Parameter kernels: Where the kernels were copied from: diagnostics name the files that the author edits, and
    ///   kernel files that only the unit's code compiles are compiled, too.
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

    /// Compiles the kernel files that the unit's code will compile.
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

    /// Compiles a kernel file and takes note of what the compiler says.
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
        guard let program = filter.kernel(among: result.kernels) else {
            add([
                ImageUnitIssue(
                    severity: .error, scope: .filter(filter.name), bundle: filter.bundle,
                    problem: .noKernel(path: source.file))
            ])
            return
        }
        add(filter.check(against: program) + [filter.ambiguity(of: result.kernels)].compactMap(\.self))
    }

    private mutating func add(_ issues: [ImageUnitIssue]) {
        for issue in issues {
            if issue.severity == .error { errors.append(issue.description) } else { warnings.append(issue.description) }
        }
    }

    /// The source under the path that its author knows.
    private static func named(_ source: KernelSource, filter: FilterDescription, in kernels: URL?) -> KernelSource {
        guard kernels != nil, let file = filter.kernelFile else { return source }
        return KernelSource(text: source.text, file: named(file, of: filter.bundle, in: kernels))
    }

    /// The path of a file in Resources as its author knows it.
    private static func named(_ file: String, of bundle: URL, in resources: URL?) -> String {
        let folder = "Contents/Resources/"
        guard let resources, file.hasPrefix(folder) else { return "\(bundle.lastPathComponent)/\(file)" }
        return DisplayPath.relative(resources.appendingPathComponent(String(file.dropFirst(folder.count))).path)
    }
}
