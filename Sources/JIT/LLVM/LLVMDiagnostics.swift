/// Collects LLVM's diagnostics during one compilation. Not thread-safe.
final class LLVMDiagnostics {
    private let functions: LLVMFunctions
    /// The first diagnostic that is an error.
    private(set) var firstError: String?

    init(_ functions: LLVMFunctions) { self.functions = functions }

    /// Receives diagnostics. The second argument is an unretained `LLVMDiagnostics`.
    static let handler: LLVMFunctions.DiagnosticHandler = { report, context in
        guard let context else { return }
        Unmanaged<LLVMDiagnostics>.fromOpaque(context).takeUnretainedValue().receive(report)
    }

    private func receive(_ report: LLVMFunctions.Reference?) {
        let isError = functions.diagnosticSeverity(report) == 0
        let text = functions.take(functions.diagnosticDescription(report))
        if isError && firstError == nil { firstError = text }
    }
}
