import ImageUnits
import KernelLanguage

extension ValidationCheck {
    /// Checks that the kernel file of a nonexecutable filter compiles.
    static let kernelCompiles = ValidationCheck(
        filter: "kernel-compiles", level: 3,
        reason: "A kernel that doesn't compile makes the filter unusable; its errors are reported with line and column."
    ) { filter, _ in
        guard let description = filter.description, let source = try description.kernelSource() else {
            return .skipped("the filter has no kernel file of its own")
        }
        let result = KernelCompiler.compile(source)
        var (failures, warnings) = Finding.diagnostics(of: result)
        if failures.isEmpty {
            let fit = description.fit(of: result.kernels, in: source.file)
            if fit.kernel == nil { failures = fit.errors.map { Finding($0.description) } }
            warnings += fit.warnings.map { Finding($0.description) }
        }
        return .of(failures: failures, warnings: warnings)
    }
}
