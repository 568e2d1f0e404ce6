import KernelLanguage

extension CIKernel {
    /// Returns every kernel of `source` in order, each as a `CIColorKernel`, `CIWarpKernel` or `CIKernel`.
    ///
    /// - Parameters:
    ///   - source: Text in the Core Image Kernel Language.
    ///   - file: The file that diagnostics name.
    ///   - line: The line of `file` on which the source begins.
    /// - Returns: The kernels, or nil with the diagnostics in the log when the source has errors.
    ///   `compile(_:file:line:)` throws the diagnostics instead.
    public class func makeKernels(source: String, file: String = #fileID, line: Int = #line) -> [CIKernel]? {
        do { return try compile(source, file: file, line: line) } catch {
            logError(error)
            return nil
        }
    }

    /// Returns every kernel of `source` in order.
    ///
    /// The throwing variant of `makeKernels(source:file:line:)`, with the same parameters.
    ///
    /// - Throws: `KernelCompilationError`.
    public class func compile(_ source: String, file: String = #fileID, line: Int = #line) throws -> [CIKernel] {
        try CompiledSource(source, file: file, line: line).programs.map(kernel(of:))
    }

    /// Returns a kernel object of the class for the program's kind.
    static func kernel(of program: Program) -> CIKernel {
        switch program.kind {
        case .color: CIColorKernel(program: program)
        case .warp: CIWarpKernel(program: program)
        case .general: CIKernel(program: program)
        }
    }
}
