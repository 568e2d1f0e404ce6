import ImageUnits
import KernelLanguage

extension ValidationCheck {
    /// Checks that kernel files which no filter refers to compile.
    static let kernelFiles = ValidationCheck(
        unit: "kernel-files", level: 3,
        reason:
            "A unit's code compiles the kernel files in Resources when it runs; an error in them ends the rendering."
    ) { unit, _ in
        let files = unit.reading.unit.map { CodeKernels(of: $0).files } ?? []
        if files.isEmpty { return .skipped("the unit has no kernel files for code to compile") }
        var (failures, warnings): ([Finding], [Finding]) = ([], [])
        for file in files {
            switch file.text {
            case .failure(let problem): failures.append(Finding(problem.message, remedy: problem.remedy))
            case .success(let text):
                let found = Finding.diagnostics(of: KernelCompiler.compile(KernelSource(text: text, file: file.path)))
                (failures, warnings) = (failures + found.failures, warnings + found.warnings)
            }
        }
        return .of(failures: failures, warnings: warnings)
    }
}
