import KernelLanguage

extension Finding {
    /// Returns the compiler's diagnostics for a kernel file, with line and column.
    static func diagnostics(of result: CompilationResult) -> (failures: [Finding], warnings: [Finding]) {
        let renderer = DiagnosticRenderer(source: result.source)
        let texts = result.diagnostics.map { ($0.severity == .error, Finding(renderer.render([$0]))) }
        return (texts.filter(\.0).map(\.1), texts.filter { !$0.0 }.map(\.1))
    }
}
