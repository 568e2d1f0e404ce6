import ImageGraph
import KernelLanguage
import Pixels
import Synchronization

/// The sandbox for untrusted kernels. Interprets kernels in bounded memory and with a bounded number of loop
/// iterations.
///
/// It executes each instruction on a whole block of pixels. Its results are the reference for every other backend.
/// Thread-safe: all threads can share one instance.
package final class InterpreterBackend: KernelInterpreter {
    /// The default limit of loop iterations per pixel, enough for a window of 300 × 300 pixels.
    package static let defaultStepBudget = 1 << 17
    /// The default limit of memory for a kernel's variables and arrays, in bytes per thread.
    package static let defaultMemoryLimit = 16 << 20

    /// The backend's name in `explain` output and errors.
    package let name = "interpreter"
    /// Maximum number of loop iterations per pixel.
    package let stepBudget: Int
    /// Maximum memory for a kernel's variables and arrays, in bytes per thread.
    package let memoryLimit: Int

    private let memory = KernelMemoryPool()
    private let prepared = Mutex(PreparedKernelCache(capacity: 256))

    /// Creates an interpreter. The step budget is clamped to 1…2³¹ − 2, the memory limit to 1 byte…1 GiB.
    package init(stepBudget: Int = defaultStepBudget, memoryLimit: Int = defaultMemoryLimit) {
        self.stepBudget = min(max(1, stepBudget), WorkMeter.raisedCodeFlag - 1)
        self.memoryLimit = min(max(1, memoryLimit), 1 << 30)
    }

    /// Decodes a validated program, or returns the cached result. Throws `InterpreterError`.
    package func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel {
        let key = ProgramKey(program)
        if let kernel = prepared.withLock({ $0[key] }) { return kernel }
        let code = try BlockProgram(decoding: program.expandingTranscendentals(), memoryLimit: memoryLimit)
        let kernel = InterpretedKernel(code: code, stepBudget: stepBudget, memory: memory)
        prepared.withLock { $0.insert(kernel, for: key) }
        return kernel
    }
}
