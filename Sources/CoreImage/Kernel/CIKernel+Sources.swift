import KernelLanguage

extension CIKernel {
    /// Every kernel of `source`, in order, each as `CIColorKernel`, `CIWarpKernel` or `CIKernel`; nil, with the
    /// diagnostics in the log, when the source has errors.
    public class func makeKernels(source: String, file: String = #fileID, line: Int = #line) -> [CIKernel]? {
        do { return try compile(source, file: file, line: line) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// Every kernel of `source`, in order: the throwing twin of `makeKernels(source:)`.
    ///
    /// - Throws: `CIError.kernelErrors`.
    public class func compile(_ source: String, file: String = #fileID, line: Int = #line) throws -> [CIKernel] {
        try CompiledSource(source, file: file, line: line).programs.map(kernel(of:))
    }

    /// The object of the class that fits the program's kind.
    static func kernel(of program: Program) -> CIKernel {
        switch program.kind {
        case .color: CIColorKernel(program: program)
        case .warp: CIWarpKernel(program: program)
        case .general: CIKernel(program: program)
        }
    }
}
