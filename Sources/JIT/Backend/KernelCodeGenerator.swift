import ImageGraph
import KernelLanguage
import Pixels

/// Generates kernels of machine code from programs. Separates the backend from the language of the generated code.
protocol KernelCodeGenerator: Sendable {
    /// Whether kernels generated for a processor can read images of this format and store results in it.
    func supports(_ format: PixelFormat, on processor: TargetProcessor) -> Bool
    /// Returns a kernel whose code comes from `store`, which generates code that it doesn't have. If this throws any
    /// error, the backend interprets the program.
    func prepare(
        _ program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int
    ) throws -> any PreparedKernel
}
