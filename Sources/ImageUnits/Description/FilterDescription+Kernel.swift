import KernelLanguage

/// The kernel of a nonexecutable filter among those of its file, and what is wrong with it.
package struct KernelFit: Sendable {
    /// The kernel: the one with the filter's name, otherwise the first of the file; nil if there is none.
    package let kernel: Program?
    /// The reasons why the filter can't be registered.
    package let errors: [ImageUnitIssue]
    /// A warning if the file has several kernels and none has the filter's name.
    package let warnings: [ImageUnitIssue]
}

extension FilterDescription {
    /// Finds the kernel of a nonexecutable filter among the compiled kernels of its file, and compares both.
    ///
    /// - Parameter path: The path of the file in messages.
    package func fit(of kernels: [Program], in path: String) -> KernelFit {
        guard let kernel = kernels.first(where: { $0.name == name }) ?? kernels.first else {
            return KernelFit(kernel: nil, errors: [issue(.noKernel(path: path))], warnings: [])
        }
        var warnings: [ImageUnitIssue] = []
        if kernels.count > 1, kernel.name != name {
            let others = kernels.map(\.name).filter { $0 != kernel.name }
            warnings.append(
                ImageUnitIssue(
                    severity: .warning, scope: .filter(name), bundle: bundle, file: kernelFile,
                    problem: .severalKernels(used: kernel.name, others: others, filter: name)))
        }
        return KernelFit(kernel: kernel, errors: check(against: kernel), warnings: warnings)
    }

    /// Returns an error in the scope of this filter.
    private func issue(_ problem: ImageUnitProblem) -> ImageUnitIssue {
        ImageUnitIssue(severity: .error, scope: .filter(name), bundle: bundle, problem: problem)
    }
}
