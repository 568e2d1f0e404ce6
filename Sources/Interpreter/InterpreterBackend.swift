import ImageGraph
import KernelLanguage
import Pixels
import Synchronization

/// The sandbox: runs kernels without generating code, in bounded memory and with a bounded number of loop repetitions.
///
/// It works on blocks of pixels, one instruction over a whole block. Its results are the reference for every other back end.
/// Thread-safe: one instance serves all threads.
public final class InterpreterBackend: KernelBackend {
    /// Loop repetitions allowed to one pixel where the host says nothing else: enough for a window of 300 × 300 pixels.
    public static let defaultStepBudget = 1 << 17
    /// Bytes that one thread may use for a kernel's variables and arrays where the host says nothing else.
    public static let defaultMemoryLimit = 16 << 20

    /// Name for `explain` output and errors.
    public let name = "interpreter"
    /// Loop repetitions allowed to one pixel.
    public let stepBudget: Int
    /// Bytes that one thread may use for a kernel's variables and arrays.
    public let memoryLimit: Int

    private let scratch = ScratchPool()
    private let prepared = Mutex(PreparedPrograms(capacity: 256))

    /// An interpreter with limits of its own. The step budget is held between 1 and 2³¹ − 2, the memory limit between 1 byte and 1 GiB.
    public init(stepBudget: Int = defaultStepBudget, memoryLimit: Int = defaultMemoryLimit) {
        self.stepBudget = min(max(1, stepBudget), WorkMeter.raisedCodeFlag - 1)
        self.memoryLimit = min(max(1, memoryLimit), 1 << 30)
    }

    /// Decodes a validated program, or returns it from the cache. Throws `InterpreterError`.
    public func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel {
        let key = ProgramKey(program)
        if let kernel = prepared.withLock({ $0[key] }) { return kernel }
        let code = try BlockProgram(decoding: program.expandingTranscendentals(), memoryLimit: memoryLimit)
        let kernel = InterpretedKernel(code: code, stepBudget: stepBudget, scratch: scratch)
        prepared.withLock { $0.insert(kernel, for: key) }
        return kernel
    }
}
