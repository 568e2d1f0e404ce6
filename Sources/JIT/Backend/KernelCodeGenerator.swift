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
    /// Returns a kernel with optimised code if a cache of `store` has it, or else functions that generate the code of
    /// both tiers.
    func tiers(
        of program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int
    ) throws -> KernelTiers
}

extension KernelCodeGenerator {
    /// Returns the kernel of `prepare`, for generators without tiers.
    func tiers(
        of program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int
    ) throws -> KernelTiers {
        .cached(try prepare(program, layout: layout, store: store, stepBudget: stepBudget))
    }
}
