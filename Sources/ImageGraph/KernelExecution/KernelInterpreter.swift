/// A backend that can run every kernel without generating code. A compiling backend leaves kernels to it that can't be
/// compiled, or that require the sandbox.
package protocol KernelInterpreter: KernelBackend {
    /// Maximum number of loop iterations per pixel. Compiled kernels have the same limit.
    var stepBudget: Int { get }
}
