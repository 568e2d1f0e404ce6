import DeviceKernels

/// A kernel as a SPIR-V module.
///
/// The entry point `main` computes a pixel for each invocation. Its push constants are eight bytes: the address of the
/// parameter block. Images, results and the block are accessed by address.
package struct SPIRVKernel: Sendable {
    /// The words of the module.
    package let words: [UInt32]
    /// The layout of the parameter block.
    package let block: ParameterBlockLayout

    /// Columns and rows of a workgroup.
    package static let workgroup = (columns: 8, rows: 8)
    /// What results have in common with those of the interpreter.
    ///
    /// Vulkan allows a division an error of 2.5 units in the last place, and lets a fused multiply-add round twice.
    /// That error can be any multiple of the result if the product and the summand nearly cancel each other out. Where
    /// float controls don't say otherwise, denormal operands and results may be zeros.
    package static let exactness = KernelExactness.bounded(by: 0x1p-20)
}
