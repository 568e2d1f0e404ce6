/// Weighted sums of pixels. The functions live as long as a copy of this value.
struct LineCode: Sendable {
    /// `output[x] = bias + Σ weights[t] · input[x + offsets[t]]`.
    let weightedSum: WeightedSumText.Function
    /// Interpolation, four output pixels from a few input pixels.
    let spread: SpreadText.Function
    /// Interpolation with four weights that repeat.
    let spreadFour: SpreadText.FourTapFunction
    /// Sums of long runs of input pixels.
    let gather: GatherText.Function

    private let code: MachineCode

    /// Finds the functions. Throws `ObjectFileError` where one is missing.
    init(_ code: MachineCode) throws(ObjectFileError) {
        weightedSum = unsafeBitCast(try code.address(of: WeightedSumText.name), to: WeightedSumText.Function.self)
        spread = unsafeBitCast(try code.address(of: SpreadText.name), to: SpreadText.Function.self)
        spreadFour = unsafeBitCast(try code.address(of: SpreadText.fourTapName), to: SpreadText.FourTapFunction.self)
        gather = unsafeBitCast(try code.address(of: GatherText.name), to: GatherText.Function.self)
        self.code = code
    }

    /// The text of all functions.
    static func definitions(_ text: OperatorText) -> String {
        let spread = SpreadText(text: text)
        return [
            WeightedSumText(text: text).definition, spread.definition, spread.fourTapDefinition,
            GatherText(text: text).definition,
        ].joined(separator: "\n")
    }
}
