import KernelLanguage
import Pixels

/// Runs kernels: the interface between the renderer and the interpreter or the JIT. Back ends that renderings use
/// compute the same pixels for a program, bit for bit except for the payload of a NaN. Thread-safe.
package protocol KernelBackend: Sendable {
    /// Name for `explain` output and error messages.
    var name: String { get }
    /// Whether kernels are compiled to machine code. One long kernel is then better than several short ones, so colour
    /// conversions and chains of kernels are fused.
    var compiles: Bool { get }
    /// Whether kernels read images of this format directly, without a conversion beforehand. True for `RGBAf`.
    func canRead(_ format: PixelFormat) -> Bool
    /// Whether the kernel of `program` reads images of this format without converting more pixels beforehand than it
    /// needs. False only if `canRead(_:)` is false, or if the kernel samples its images at points of its own choice and
    /// no code is generated for it.
    func canRead(_ format: PixelFormat, in program: Program) -> Bool
    /// Whether kernels write this format directly. True for `RGBAf`.
    func canWrite(_ format: PixelFormat) -> Bool
    /// Prepares a validated program for images and results of the given formats, and for any arguments. Thread-safe;
    /// back ends cache by program and layout.
    ///
    /// - Throws: An error if the program can't be run. A back end that can't compile a program interprets it instead.
    func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel
    /// Returns the same computation in generated code, or nil if there is none and the operator's own code runs.
    /// Results differ by at most 2⁻²⁰ times the larger of 1 and the result. Thread-safe.
    func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)?
    /// Returns generated functions that store planes, or nil if there are none and portable code runs. Both give the
    /// same integers. Thread-safe.
    func planeFunctions(_ shape: PlaneFunctions.Shape) -> PlaneFunctions?
}

extension KernelBackend {
    /// False: kernels are interpreted.
    package var compiles: Bool { false }
    /// True for `RGBAf` only.
    package func canRead(_ format: PixelFormat) -> Bool { format == .RGBAf }
    /// Same as `canRead(_:)`.
    package func canRead(_ format: PixelFormat, in program: Program) -> Bool { canRead(format) }
    /// True for `RGBAf` only.
    package func canWrite(_ format: PixelFormat) -> Bool { format == .RGBAf }
    /// Nil: operators run their own code.
    package func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)? { nil }
    /// Nil: portable code runs.
    package func planeFunctions(_ shape: PlaneFunctions.Shape) -> PlaneFunctions? { nil }
    /// Prepares a program whose images and results are floats, without restricting how images are sampled.
    package func prepare(_ program: Program) throws -> any PreparedKernel {
        try prepare(program, layout: KernelLayout(imageCount: program.samplerCount))
    }
}
