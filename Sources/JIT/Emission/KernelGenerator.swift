import ImageGraph
import KernelLanguage
import Pixels

/// Makes compiled kernels: the step from a program and its layout to machine code and back.
struct KernelGenerator: KernelCodeGenerator {
    /// Instructions up to which a kernel is compiled: twice as many as the optimiser joins.
    static let mostInstructions = 4000
    /// The same, counted when functions such as the sine have become the instructions that they are made of.
    static let mostExpandedInstructions = 12_000

    /// Whether generated kernels read images of this format and store results in it.
    func supports(_ format: PixelFormat) -> Bool { KernelEmitter.supports(format, on: .current) }

    /// A kernel whose code is in `store`, or generated now. Throws `EmissionError` and what the store throws.
    func prepare(
        _ program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int
    ) throws -> any PreparedKernel {
        guard program.instructionCount <= Self.mostInstructions else {
            throw EmissionError.tooLong(instructions: program.instructionCount, limit: Self.mostInstructions)
        }
        // Both back ends run the same exact instructions, so that they agree to the bit.
        let program = program.expandingTranscendentals()
        guard program.instructionCount <= Self.mostExpandedInstructions else {
            throw EmissionError.tooLong(
                instructions: program.instructionCount, limit: Self.mostExpandedInstructions)
        }
        let code = try store.code(
            for: KernelDescription.text(program, layout, lanes: store.processor.lanes), label: program.name
        ) {
            var emitter = try KernelEmitter(program, layout: layout, processor: store.processor)
            return try emitter.text()
        }
        return try CompiledKernel(
            program, layout: layout, frame: KernelFrame(program, lanes: store.processor.lanes), code: code,
            stepBudget: stepBudget)
    }
}
