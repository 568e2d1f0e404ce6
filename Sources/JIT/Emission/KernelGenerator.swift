import ImageGraph
import KernelLanguage
import Pixels

/// Generates compiled kernels from programs and their layouts.
struct KernelGenerator: KernelCodeGenerator {
    /// Maximum number of instructions of a kernel that is compiled, twice as many as the optimiser joins.
    static let maximumInstructions = 4000
    /// Maximum number of instructions after the expansion of transcendental functions.
    static let maximumExpandedInstructions = 12_000

    /// Whether kernels generated for a processor can read images of this format and store results in it.
    func supports(_ format: PixelFormat, on processor: TargetProcessor) -> Bool {
        KernelEmitter.supports(format, on: processor)
    }

    /// Returns a kernel whose code is in `store`, or is generated now. Throws `EmissionError` or the store's error.
    func prepare(
        _ program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int
    ) throws -> any PreparedKernel {
        let program = try Self.expanded(program)
        let code = try store.code(
            for: KernelDescription.text(program, layout, lanes: store.processor.lanes), label: program.name
        ) {
            var emitter = try KernelEmitter(program, layout: layout, processor: store.processor)
            return try emitter.text()
        }
        return try CompiledKernel(
            program, layout: layout, frame: KernelFrame(program, lanes: store.processor.lanes),
            tables: ChannelTables(program, layout, store.processor),
            hasPairTables: PairTables(program, layout, store.processor) != nil,
            tabulatedImages: RowTable.images(program, layout, store.processor),
            code: code, stepBudget: stepBudget)
    }

    /// Returns an equal program that emitters have code for, without transcendental functions. Throws
    /// `EmissionError.tooLong`.
    static func expanded(_ program: Program) throws(EmissionError) -> Program {
        guard program.instructionCount <= maximumInstructions else {
            throw .tooLong(instructions: program.instructionCount, limit: maximumInstructions)
        }
        // All back ends execute the same exactly defined instructions, so that their results are equal bit for bit.
        let program = program.expandingTranscendentals()
        guard program.instructionCount <= maximumExpandedInstructions else {
            throw .tooLong(instructions: program.instructionCount, limit: maximumExpandedInstructions)
        }
        return program
    }
}
