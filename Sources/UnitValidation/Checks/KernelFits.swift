import ImageUnits
import KernelLanguage
import UntrustedInput

extension ValidationCheck {
    /// Checks that the kernel of a nonexecutable filter matches its inputs and reads only permitted pixels.
    static let kernelFits = ValidationCheck(
        filter: "kernel-fits", level: 3, needs: [.kernelCompiles],
        reason:
            "Inputs are passed to the kernel's parameters in order, and a nonexecutable filter may read only its own pixel."
    ) { filter, _ in
        guard let description = filter.description, let source = try description.kernelSource() else {
            return .skipped("the filter has no kernel file of its own")
        }
        let fit = description.fit(of: try KernelCompiler.compile(source).get(), in: source.file)
        if fit.kernel == nil { return .skipped("\(printable(source.file)) has no kernel") }
        return .of(failures: fit.errors.map { Finding($0.description) })
    }
}
