import KernelLanguage

extension ValidationCheck {
    /// The kernel file of a nonexecutable filter compiles.
    static let kernelCompiles = ValidationCheck(
        filter: "kernel-compiles", level: 3,
        reason: "The kernel is the filter; its errors are shown with line and column."
    ) { filter, _ in
        guard let source = try filter.description?.kernelSource() else {
            return .skipped("the filter has no kernel file of its own")
        }
        let result = KernelCompiler.compile(source)
        let texts = result.diagnostics.map { diagnostic in
            (diagnostic.severity == .error, Finding(DiagnosticRenderer(source: source).render([diagnostic])))
        }
        var failures = texts.filter(\.0).map(\.1)
        if failures.isEmpty, result.kernels.isEmpty {
            failures.append(
                Finding(
                    "\(printable(source.file)) has no kernel",
                    remedy: "write `kernel` before a function that returns vec4"))
        }
        return .of(failures: failures, warnings: texts.filter { !$0.0 }.map(\.1))
    }
}
