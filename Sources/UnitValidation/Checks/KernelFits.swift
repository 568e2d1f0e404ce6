import KernelLanguage
import UntrustedInput

extension ValidationCheck {
    /// Checks that the kernel of a nonexecutable filter matches its inputs and reads only permitted pixels.
    static let kernelFits = ValidationCheck(
        filter: "kernel-fits", level: 3, needs: [.kernelCompiles],
        reason:
            "Inputs are handed to the kernel's parameters in order, and a nonexecutable filter may read no pixel but its own."
    ) { filter, _ in
        guard let description = filter.description, let source = try description.kernelSource() else {
            return .skipped("the filter has no kernel file of its own")
        }
        let programs = try KernelCompiler.compile(source).get()
        guard let program = programs.first(where: { $0.name == description.name }) ?? programs.first else {
            return .skipped("\(printable(source.file)) has no kernel")
        }
        return .of(failures: description.check(against: program).map { Finding($0.description) })
    }
}
