import CoreImageEssentials
import ImageUnits
import KernelLanguage
import Synchronization

/// A nonexecutable filter's kernel and inputs, shared by all filter objects made from it.
///
/// The kernel was checked when the unit was scanned, possibly in another process, and is optimised when a filter first
/// needs it. Thread-safe.
final class NonexecutableDefinition: Sendable {
    let description: FilterDescription
    private let checked: CheckedKernel
    private let compiled = Mutex<(sandboxed: CIKernel, trusted: CIKernel)?>(nil)

    init(_ description: FilterDescription, _ checked: CheckedKernel) {
        (self.description, self.checked) = (description, checked)
    }

    /// Returns the kernel, which is interpreted unless the host trusts the kernels of units.
    ///
    /// - Throws: `KernelCompilationError` or `ImageUnitIssue`, which happens only if a cached scan is wrong.
    func kernel() throws -> CIKernel {
        let kernels = try compiled.withLock { compiled in
            if let compiled { return compiled }
            var program = try checked.program()
            let trusted = Self.kernel(program)
            program.requiresSandbox = true
            let kernels = (sandboxed: Self.kernel(program), trusted: trusted)
            compiled = kernels
            return kernels
        }
        return CIPlugIn.trustsKernels ? kernels.trusted : kernels.sandboxed
    }

    private static func kernel(_ program: Program) -> CIKernel {
        program.kind == .color ? CIColorKernel(program: program) : CIKernel(program: program)
    }
}
