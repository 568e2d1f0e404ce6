/// Generated functions for weighted sums of pixels. The functions exist as long as a copy of this value.
struct LineFunctions: Sendable {
    /// Computes `output[x] = bias + Σ weights[t] · input[x + offsets[t]]`.
    let weightedSum: WeightedSumEmitter.Function
    /// The same with a result of half floats; nil if the processor doesn't convert them.
    let weightedSumOfHalves: WeightedSumEmitter.Function?
    /// Interpolates: computes four output pixels at a time from a few input pixels.
    let spread: SpreadEmitter.Function
    /// Interpolates with four taps whose weights repeat.
    let spreadFour: SpreadEmitter.FourTapFunction
    /// Computes sums over long runs of input pixels.
    let gather: GatherEmitter.Function
    /// The same for input of half floats; nil if the processor doesn't convert them.
    let gatherHalves: GatherEmitter.Function?

    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode, instructions: any ProcessorInstructions) throws(ObjectFileError) {
        weightedSum = unsafeBitCast(try code.address(of: WeightedSumEmitter.name), to: WeightedSumEmitter.Function.self)
        spread = unsafeBitCast(try code.address(of: SpreadEmitter.name), to: SpreadEmitter.Function.self)
        spreadFour = unsafeBitCast(
            try code.address(of: SpreadEmitter.fourTapName), to: SpreadEmitter.FourTapFunction.self)
        gather = unsafeBitCast(try code.address(of: GatherEmitter.name), to: GatherEmitter.Function.self)
        if instructions.hasHalfConversion {
            weightedSumOfHalves = unsafeBitCast(
                try code.address(of: WeightedSumEmitter.halfName), to: WeightedSumEmitter.Function.self)
            gatherHalves = unsafeBitCast(
                try code.address(of: GatherEmitter.halfName), to: GatherEmitter.Function.self)
        } else {
            (weightedSumOfHalves, gatherHalves) = (nil, nil)
        }
        self.code = code
    }

    /// Returns the text of all functions.
    static func definitions(_ emitter: OperatorEmitter) -> String {
        let spread = SpreadEmitter(emitter: emitter)
        let halves =
            emitter.instructions.hasHalfConversion
            ? [
                WeightedSumEmitter(emitter: emitter, storesHalves: true).definition,
                GatherEmitter(emitter: emitter, readsHalves: true).definition,
            ] : []
        return
            ([
                WeightedSumEmitter(emitter: emitter).definition, spread.definition, spread.fourTapDefinition,
                GatherEmitter(emitter: emitter).definition,
            ] + halves).joined(separator: "\n")
    }
}
