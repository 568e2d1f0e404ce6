import KernelLanguage

/// Returns the first kernel of a text that must compile.
package func kernel(_ text: String) throws -> Program {
    let result = KernelCompiler.compile(KernelSource(text: text))
    guard let program = result.kernels.first else {
        throw KernelTextError(message: result.diagnostics.map(\.message).joined(separator: "; "))
    }
    return program
}
