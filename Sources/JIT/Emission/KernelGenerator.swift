import ImageGraph
import KernelLanguage
import Pixels

/// Generates compiled kernels from programs and their layouts.
struct KernelGenerator: KernelCodeGenerator {
    /// The tier of kernels that `prepare` returns.
    var tier = CodeTier.optimized

    /// Maximum number of instructions of a kernel that is compiled, twice as many as the optimiser joins.
    static let maximumInstructions = 4000
    /// Maximum number of instructions after the expansion of transcendental functions.
    static let maximumExpandedInstructions = 12_000
    /// Maximum number of instructions of a transcendental function.
    static let maximumExpansion = 200

    /// Whether kernels generated for a processor can read images of this format and store results in it.
    func supports(_ format: PixelFormat, on processor: TargetProcessor) -> Bool {
        KernelEmitter.supports(format, on: processor)
    }

    /// Returns a kernel of this generator's tier. Optimised code is that in `store`, or is generated now. Throws
    /// `EmissionError` or the store's error.
    func prepare(
        _ program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int
    ) throws -> any PreparedKernel {
        let code = KernelCode(program: program, layout: layout, store: store, stepBudget: stepBudget)
        switch tier {
        case .baseline: return try code.baseline()
        case .optimized: return try code.optimized()
        }
    }

    /// Returns an optimised kernel if a cache of `store` has its code, or else functions that generate the code of both
    /// tiers. Throws the store's error.
    func tiers(
        of program: Program, layout: KernelLayout, store: MachineCodeStore, stepBudget: Int
    ) throws -> KernelTiers {
        // A program that is too long for one tier is interpreted.
        if program.instructionCount > Self.maximumExpandedInstructions / Self.maximumExpansion {
            _ = try Self.expanded(program)
        }
        let code = KernelCode(program: program, layout: layout, store: store, stepBudget: stepBudget)
        if let kernel = try code.cached() { return .cached(kernel) }
        try store.openCompiler()
        return .missing(baseline: { try code.baseline() }, optimized: { try code.optimized() })
    }

    /// Returns an equal program without transcendental functions, or with those only that baseline code calls. Throws
    /// `EmissionError.tooLong`.
    ///
    /// - Parameter keepsVarying: Whether transcendental functions remain whose result isn't uniform.
    static func expanded(_ program: Program, keepsVarying: Bool = false) throws(EmissionError) -> Program {
        guard program.instructionCount <= maximumInstructions else {
            throw .tooLong(instructions: program.instructionCount, limit: maximumInstructions)
        }
        // All back ends execute the same exactly defined instructions, so that their results are equal bit for bit.
        let program = program.expandingTranscendentals(keepsVarying: keepsVarying)
        guard program.instructionCount <= maximumExpandedInstructions else {
            throw .tooLong(instructions: program.instructionCount, limit: maximumExpandedInstructions)
        }
        return program
    }
}
