/// Collects what LLVM reports during one compilation. Used by one thread.
final class LLVMDiagnostics {
    private let functions: LLVMFunctions
    /// The first report that is an error.
    private(set) var firstError: String?

    init(_ functions: LLVMFunctions) { self.functions = functions }

    /// Receives reports; the second argument is an unretained `LLVMDiagnostics`.
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
