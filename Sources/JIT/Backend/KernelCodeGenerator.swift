import ImageGraph
import KernelLanguage
import Pixels

/// Makes kernels of machine code out of programs: what stands between the back end and the language of the code.
protocol KernelCodeGenerator: Sendable {
    /// Whether generated kernels read images of this format and store results in it.
    func supports(_ format: PixelFormat) -> Bool
    /// A kernel whose code comes from `store`, which generates it where it has none. Errors of any kind leave the program to the
    /// interpreter.
    func prepare(
        _ program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int
    ) throws -> any PreparedKernel
}
