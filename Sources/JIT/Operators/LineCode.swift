/// Generated functions for weighted sums of pixels. The functions exist as long as a copy of this value.
struct LineCode: Sendable {
    /// Computes `output[x] = bias + Σ weights[t] · input[x + offsets[t]]`.
    let weightedSum: WeightedSumText.Function
    /// Interpolates: computes four output pixels at a time from a few input pixels.
    let spread: SpreadText.Function
    /// Interpolates with four taps whose weights repeat.
    let spreadFour: SpreadText.FourTapFunction
    /// Computes sums over long runs of input pixels.
    let gather: GatherText.Function

    private let code: MachineCode

    /// Looks up the functions. Throws `ObjectFileError` if one is missing.
    init(_ code: MachineCode) throws(ObjectFileError) {
        weightedSum = unsafeBitCast(try code.address(of: WeightedSumText.name), to: WeightedSumText.Function.self)
        spread = unsafeBitCast(try code.address(of: SpreadText.name), to: SpreadText.Function.self)
        spreadFour = unsafeBitCast(try code.address(of: SpreadText.fourTapName), to: SpreadText.FourTapFunction.self)
        gather = unsafeBitCast(try code.address(of: GatherText.name), to: GatherText.Function.self)
        self.code = code
    }

    /// Returns the text of all functions.
    static func definitions(_ text: OperatorText) -> String {
        let spread = SpreadText(text: text)
        return [
            WeightedSumText(text: text).definition, spread.definition, spread.fourTapDefinition,
            GatherText(text: text).definition,
        ].joined(separator: "\n")
    }
}
