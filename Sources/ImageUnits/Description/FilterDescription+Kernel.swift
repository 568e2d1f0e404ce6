import KernelLanguage

extension FilterDescription {
    /// Returns the kernel that computes a nonexecutable filter: the one with the filter's name, otherwise the first of
    /// the file; nil if there is none.
    package func kernel(among programs: [Program]) -> Program? {
        programs.first { $0.name == name } ?? programs.first
    }

    /// Returns a warning if the file has several kernels and none has the filter's name; nil otherwise.
    package func ambiguity(of programs: [Program]) -> ImageUnitIssue? {
        guard let used = kernel(among: programs), programs.count > 1, used.name != name else { return nil }
        let others = programs.map(\.name).filter { $0 != used.name }
        return ImageUnitIssue(
            severity: .warning, scope: .filter(name), bundle: bundle, file: kernelFile,
            problem: .severalKernels(used: used.name, others: others, filter: name))
    }
}
