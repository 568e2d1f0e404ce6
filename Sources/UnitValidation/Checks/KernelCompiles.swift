import KernelLanguage
import UntrustedInput

extension ValidationCheck {
    /// Checks that the kernel file of a nonexecutable filter compiles.
    static let kernelCompiles = ValidationCheck(
        filter: "kernel-compiles", level: 3,
        reason: "The kernel is the filter; its errors are shown with line and column."
    ) { filter, _ in
        guard let source = try filter.description?.kernelSource() else {
            return .skipped("the filter has no kernel file of its own")
        }
        let result = KernelCompiler.compile(source)
        var (failures, warnings) = Finding.diagnostics(of: result)
        if failures.isEmpty, result.kernels.isEmpty {
            failures.append(
                Finding(
                    "\(printable(source.file)) has no kernel",
                    remedy: "write `kernel` before a function that returns vec4"))
        }
        if failures.isEmpty, let ambiguity = filter.description?.ambiguity(of: result.kernels) {
            warnings.append(Finding(ambiguity.description))
        }
        return .of(failures: failures, warnings: warnings)
    }
}
